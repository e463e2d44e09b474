import JourneyCommands
import JourneyEngine
import LineEditor

/// Asks a person on the controlling terminal, on behalf of commands.
struct Questions: Sendable {
  private let loop: MainLoop
  private let mode: TerminalMode?
  private let beforeAsking: @Sendable () -> Void

  init(loop: MainLoop, mode: TerminalMode? = nil, beforeAsking: @escaping @Sendable () -> Void = {}) {
    self.loop = loop
    self.mode = mode
    self.beforeAsking = beforeAsking
  }

  /// Asks until there is an answer that can be used. ^C and ^D cancel.
  func ask(_ question: World.Question) async throws(Failure) -> String {
    let answer = await loop.perform { [mode, beforeAsking] in
      beforeAsking()
      return Self.answer(question, mode: mode)
    }
    switch answer {
    case .success(let text): return text
    case .failure(let failure): throw failure
    }
  }

  private static func answer(_ question: World.Question, mode: TerminalMode?) -> Result<String, Failure> {
    var prompt = ""
    for (number, choice) in question.choices.enumerated() { prompt += "  \(number)  \(ServerText.line(choice))\n" }
    prompt += "\(ServerText.line(question.text)): "
    while true {
      do throws(TerminalQuestion.Failure) {
        var asked = TerminalQuestion(prompt, echoes: !question.isSecret)
        asked.mode = mode
        let answer = try asked.ask()
        if let chosen = chosen(answer, among: question.choices) { return .success(chosen) }
        prompt = "One of 0 to \(question.choices.count - 1), or the text: "
      } catch {
        switch error {
        case .notUTF8: prompt = "That was not UTF-8. \(ServerText.line(question.text)): "
        case .interrupted, .endOfInput: return .failure(Failure(.cancelled, "The question was not answered."))
        case .noTerminal:
          return .failure(
            Failure(.needsInput, "Nobody can be asked for \(ServerText.line(question.text)): there is no terminal."))
        }
      }
    }
  }

  /// The label that a number or a label means; a label that looks like a number wins. Nil where it is neither.
  static func chosen(_ answer: String, among choices: [String]) -> String? {
    if choices.isEmpty || choices.contains(answer) { return answer }
    if let number = Int(answer), choices.indices.contains(number) { return choices[number] }
    return choices.first { $0.lowercased() == answer.lowercased() }
  }
}
