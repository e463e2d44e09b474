public import JSON

/// Tells a client how to set up the collection of risk signals.
///
/// Wire: outputs `envId`, `consoleLogEnabled`, `deviceAttributesToIgnore` (texts), `customHost`, `lazyMetadata`,
/// `behavioralDataCollection`, `deviceKeyRsyncIntervals` (days), `enableTrust`, `disableTags`, `disableHub`; newer
/// servers more, all in `outputs`. Input `IDTokenNclientError`, `""` for success, so that a client without the
/// collection need not answer.
///
/// - Source: am-protocol 3.1, 3.7.
public final class PingOneProtectInitializeCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "PingOneProtectInitializeCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The PingOne environment.
  public var envId: String { text("envId") ?? "" }

  /// Whether the collection may write to a log.
  public var consoleLogEnabled: Bool { flag("consoleLogEnabled") ?? false }

  /// What is not to be collected.
  public var deviceAttributesToIgnore: [String] { texts("deviceAttributesToIgnore") ?? [] }

  /// Another host for the signals, `""` for none.
  public var customHost: String { text("customHost") ?? "" }

  /// Whether metadata are collected only when they are needed.
  public var lazyMetadata: Bool { flag("lazyMetadata") ?? false }

  /// Whether behaviour is collected; yes unless the server says no.
  public var behavioralDataCollection: Bool { flag("behavioralDataCollection") ?? true }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
