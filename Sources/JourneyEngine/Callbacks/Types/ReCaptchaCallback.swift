public import JSON

/// Asks for the token of a captcha: reCAPTCHA v2 and v3, hCaptcha and the like.
///
/// Wire: outputs `recaptchaSiteKey`, `captchaApiUri`, `captchaDivClass`, `reCaptchaV3` and `disableSubmission`
/// (booleans); input text. An empty text ends the journey.
///
/// - Source: am-protocol 3.1, 3.7.
public final class ReCaptchaCallback: KnownCallback {
  static let wireType = "ReCaptchaCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The key of the site.
  public var reCaptchaSiteKey: String { text("recaptchaSiteKey") ?? "" }

  /// Where the script of the captcha lies.
  public var captchaApiUri: String { text("captchaApiUri") ?? "" }

  /// Whether it is version 3, which asks nothing of the person.
  public var reCaptchaV3: Bool { flag("reCaptchaV3") ?? false }

  /// The token that goes out.
  public var token: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// Until a token was set.
  public var needsAnswer: Bool {
    valueInput.map { !isAnswered(input: $0) } ?? false
  }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
