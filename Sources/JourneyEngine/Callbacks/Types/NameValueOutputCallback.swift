import JSON

/// A name and a value to show.
///
/// Wire: one output whose *name* is the name, `[{"name":"level","value":"5"}]`; no input. Only the open fork sends
/// it.
///
/// - Source: am-protocol 3.1.
public final class NameValueOutputCallback: KnownCallback {
  static let wireType = "NameValueOutputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// `""` where the server sent none.
  public var name: String { wire.outputs.first?.name ?? "" }

  /// The value as text.
  public var value: String { (wire.outputs.first?.value).map { $0.string ?? $0.text() } ?? "" }

  /// Both.
  public var message: String? { wire.outputs.isEmpty ? nil : "\(name): \(value)" }
}
