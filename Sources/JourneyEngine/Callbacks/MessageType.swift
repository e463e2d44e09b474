import JSON

/// How a message is meant.
///
/// Wire: text `"0"` to `"4"` on text outputs, a number on confirmations; each is read in both places. `3` is not
/// used.
///
/// - Source: am-protocol 3.2, 3.3.
public enum MessageType: Int, Sendable, Hashable {
  /// Plain information.
  case information = 0
  /// A warning.
  case warning = 1
  /// An error, mostly of the answer before.
  case error = 2
  /// JavaScript for a browser page. It must not be shown to a person.
  case script = 4
  /// Missing or another value: plain text.
  case unknown = -1

  init(_ output: JSON?) {
    self = output?.lenientInteger.flatMap(MessageType.init(rawValue:)) ?? .unknown
  }

  /// The name that programs see.
  public var word: String {
    switch self {
    case .information: "information"
    case .warning: "warning"
    case .error: "error"
    case .script: "script"
    case .unknown: "unknown"
    }
  }
}

/// A callback that says how its message is meant.
public protocol TypedMessageCallback: Callback {}

extension TypedMessageCallback {
  /// Read from the output `messageType`.
  public var messageType: MessageType { MessageType(wire.output("messageType")) }
}
