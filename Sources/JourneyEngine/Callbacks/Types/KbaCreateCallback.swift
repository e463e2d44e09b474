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

  /// Any text for the answer; for the question one of the list, by its text or its index as in a choice, or a text of one's own
  /// where these are allowed.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    guard input == wire.input(suffix: "question") else { return try Conversion.text(answer) }
    switch answer {
    case .text(let text), .json(.string(let text)):
      if let question = listed(text) ?? (allowUserDefinedQuestions ? text : nil) { return .string(question) }
    case .json(.number(let number)):
      if let index = number.integer, predefinedQuestions.indices.contains(index) {
        return .string(predefinedQuestions[index])
      }
    case .json: break
    }
    throw notOffered()
  }

  /// The question of the list that a text means; nil where it means none. A question that looks like a number wins, and an equals
  /// sign forces the index.
  private func listed(_ text: String) -> String? {
    let questions = predefinedQuestions
    let isForced = text.utf8.first == UInt8(ascii: "=")
    let index = OptionIndex.parsed(isForced ? text.dropFirst() : text.trimmed[...])
    let indexed = index.flatMap { questions.indices.contains($0) ? questions[$0] : nil }
    if isForced, let indexed { return indexed }
    return questions.first { $0.isExactly(text) } ?? indexed
  }
}
