public import JSON

/// Asks for the language of the person.
///
/// Wire: no `output` member; inputs `IDTokenNLanguage` and `IDTokenNCountry`, ISO codes, filled from the request's
/// locale. Without `input`, which is how it comes when there is no locale, it cannot be answered.
///
/// - Source: am-protocol 2.4, 3.1, 3.9.
public final class LanguageCallback: KnownCallback {
  static let wireType = "LanguageCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// A language, such as `fr`.
  public var language: String {
    get { inputText(suffix: "Language") }
    set { setInput(suffix: "Language", newValue) }
  }

  /// A country, such as `CA`.
  public var country: String {
    get { inputText(suffix: "Country") }
    set { setInput(suffix: "Country", newValue) }
  }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
