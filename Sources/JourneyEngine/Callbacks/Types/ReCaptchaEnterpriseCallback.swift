public import JSON

/// Asks for the token of a reCAPTCHA Enterprise action.
///
/// Wire: outputs `recaptchaSiteKey`, `captchaApiUri`, `captchaDivClass`; inputs `IDTokenNtoken`, `…action`,
/// `…clientError`, `…payload`. The payload is merged into the assessment: mobile clients send it as a JSON text,
/// browsers as an object.
///
/// - Source: am-protocol 3.1, 3.7.
public final class ReCaptchaEnterpriseCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "ReCaptchaEnterpriseCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The key of the site.
  public var reCaptchaSiteKey: String { text("recaptchaSiteKey") ?? "" }

  /// Where the script of the captcha lies.
  public var captchaApiUri: String { text("captchaApiUri") ?? "" }

  /// The token that goes out.
  public var token: String {
    get { inputText(suffix: "token") }
    set { setInput(suffix: "token", newValue) }
  }

  /// The action that was assessed, such as `login`.
  public var action: String {
    get { inputText(suffix: "action") }
    set { setInput(suffix: "action", newValue) }
  }

  /// The token.
  public var valueInput: Int? { wire.input(suffix: "token") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// Until a token or an error was set.
  public var needsAnswer: Bool { !isSettled(by: "token") }

  /// Any text; the payload a JSON object, which goes out in the form in which it was given.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    guard input == wire.input(suffix: "payload") else { return try Conversion.text(answer) }
    if case .json(.object(let payload)) = answer { return .object(payload) }
    return try Conversion.document(answer)
  }
}
