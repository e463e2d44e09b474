public import JSON

/// Asks for the risk signals that were collected.
///
/// Wire: output `pauseBehavioralData` (a boolean); inputs `IDTokenNsignals`, `…clientError`, both texts. A client
/// without the collection answers with an error.
///
/// - Source: am-protocol 3.1, 3.7.
public final class PingOneProtectEvaluationCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "PingOneProtectEvaluationCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Whether to stop collecting behaviour afterwards.
  public var pauseBehavioralData: Bool { flag("pauseBehavioralData") ?? false }

  /// The signals that go out.
  public var signals: String {
    get { inputText(suffix: "signals") }
    set { setInput(suffix: "signals", newValue) }
  }

  /// The signals.
  public var valueInput: Int? { wire.input(suffix: "signals") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The signals are.
  public func isSecret(input: Int) -> Bool { input == wire.input(suffix: "signals") }

  /// Until signals or an error were set.
  public var needsAnswer: Bool { !isSettled(by: "signals") }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
