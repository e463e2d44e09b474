public import JSON

/// A value that the page, or a client in its place, computes; or one that the server only shows.
///
/// Wire: outputs `value` (what a page script starts from: a URI, a nonce, `"false"`), `id` (missing in older
/// servers); input text, filled with the **id**. Sent untouched, the id arrives as the value: right for a value
/// that is only shown, garbage for one to compute.
///
/// - Source: am-protocol 3.1, 3.2, 3.8, 3.10, 3.13.
public final class HiddenValueCallback: KnownCallback {
  static let wireType = "HiddenValueCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The ids whose value a client must compute: the outcome of WebAuthn, the signals of PingOne Protect, a signed
  /// JWT, the result of a client script.
  static let computed = ["webAuthnOutcome", "pingone_risk_evaluation_signals", "jwt", "clientScriptOutputData"]

  /// Those of them that prove something.
  private static let secret = ["webAuthnOutcome", "pingone_risk_evaluation_signals", "jwt"]

  /// The ids that carry a URI in `value`.
  private static let uris = ["mfaDeviceRegistration", "pingOneVerifyTransactionUri"]

  /// What the value is for. Without an `id` output the input holds it.
  public var hiddenId: String {
    if let id = text("id"), !id.isEmpty { return id }
    return valueInput.flatMap { wire.received($0) }?.string ?? ""
  }

  /// What was set; until then the value that the server shows.
  public var value: String {
    get { valueInput.flatMap { wire.answer($0) }?.string ?? text("value") ?? "" }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// The number that has to be picked on the phone, where this is a push challenge.
  public var pushChallengeNumber: String? {
    guard hasID("pushChallengeNumber"), let value = wire.output("value") else { return nil }
    return value.string ?? value.text()
  }

  /// The enrolment or transaction URI.
  public var uri: String? {
    guard let value = text("value"), !value.isEmpty else { return nil }
    if Self.uris.contains(where: hasID) { return value }
    return EnrolmentURI.find(in: value, isScript: false)
  }

  /// What the outcome of WebAuthn is for, by the options elsewhere in the step.
  public var derivedType: String? {
    hasID("webAuthnOutcome") ? wire.step.webAuthn?.operation.derivedType : nil
  }

  /// Outcomes, signals and JWTs.
  public func isSecret(input: Int) -> Bool {
    Self.secret.contains(where: hasID)
  }

  /// Until an answer was set, for the ids that a client must compute.
  public var needsAnswer: Bool {
    guard let valueInput, !isAnswered(input: valueInput) else { return false }
    return Self.computed.contains(where: hasID)
  }

  /// Any text; a document goes out as its JSON.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.textOrDocument(answer)
  }

  /// The answer, else what was received; but no error, instead of the id, where `clientError` was left alone.
  public func outgoing(input: Int, defaults: Bool) -> JSON? {
    if !defaults, input == valueInput, !isAnswered(input: input), hasID("clientError"),
      wire.received(input) == .string("clientError")
    {
      return .string("")
    }
    return wire.current(input)
  }

  private func hasID(_ id: String) -> Bool { hiddenId.isExactly(id) }
}
