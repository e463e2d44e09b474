public import JSON

/// Asks for a security question and its answer.
///
/// Wire: outputs `prompt`, `predefinedQuestions` (texts), `allowUserDefinedQuestions` (missing means yes); inputs
/// `IDTokenNquestion`, the **text** of a question, and `IDTokenNanswer`. The node compares texts: one that is not
/// in the list becomes a question of the person's own.
///
/// - Source: am-protocol 3.1, 3.4.
public final class KbaCreateCallback: KnownCallback, PromptedCallback, OfferingCallback {
  static let wireType = "KbaCreateCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The questions to take one of.
  public var predefinedQuestions: [String] { texts("predefinedQuestions") ?? [] }

  /// Whether a question of one's own is taken.
  public var allowUserDefinedQuestions: Bool { flag("allowUserDefinedQuestions") ?? true }

  /// The question that goes out.
  public var selectedQuestion: String {
    get { inputText(suffix: "question") }
    set { setInput(suffix: "question", newValue) }
  }

  /// The answer that goes out.
  public var selectedAnswer: String {
    get { inputText(suffix: "answer") }
    set { setInput(suffix: "answer", newValue) }
  }

  /// The questions.
  public var offered: [CallbackOption] {
    predefinedQuestions.map { CallbackOption(value: .string($0), label: $0) }
  }

  /// None: the question and the answer belong together.
  public var valueInput: Int? { nil }

  /// The answer is.
  public func isSecret(input: Int) -> Bool { input == wire.input(suffix: "answer") }

  /// Until both were set.
  public var needsAnswer: Bool { !wire.inputs.isEmpty && !isAnswered }

  /// Any text for the answer; for the question one of the list by its text or its number, or any text where own ones are allowed.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    let value = try Conversion.text(answer)
    guard input == wire.input(suffix: "question") else { return value }
    // Nobody means a question that is a number; the server compares texts.
    let isListed = offered.contains { $0.value == value }
    if !isListed, let text = value.string, let index = Int(text.hasPrefix("=") ? String(text.dropFirst()) : text),
      predefinedQuestions.indices.contains(index)
    {
      return .string(predefinedQuestions[index])
    }
    guard !allowUserDefinedQuestions else { return value }
    guard offered.contains(where: { $0.value == value }) else { throw notOffered() }
    return value
  }
}
