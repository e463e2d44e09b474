import JourneyCommands
import JourneyEngine
import LineEditor

/// Asks a person on the controlling terminal, on behalf of commands.
struct Questions: Sendable {
  private let loop: MainLoop
  private let mode: TerminalMode?
  private let beforeAsking: @Sendable () -> Void
  private let afterAsking: @Sendable () -> Void

  /// - Parameter status: The line that says what is waited for: while a person is asked it is nothing.
  init(loop: MainLoop, mode: TerminalMode? = nil, status: StatusLine? = nil) {
    self.loop = loop
    self.mode = mode
    beforeAsking = { status?.reset() }
    afterAsking = { status?.begin() }
  }

  /// Asks until there is an answer that can be used. ^C and ^D cancel.
  func ask(_ question: World.Question) async throws(Failure) -> String {
    let answer = await loop.perform { [mode, beforeAsking, afterAsking] in
      beforeAsking()
      defer { afterAsking() }
      return Self.answer(question, mode: mode)
    }
    switch answer {
    case .success(let text): return text
    case .failure(let failure): throw failure
    }
  }

  private static func answer(_ question: World.Question, mode: TerminalMode?) -> Result<String, Failure> {
    var prompt = list(of: question) + line(of: question)
    while true {
      do throws(TerminalQuestion.Failure) {
        var asking = TerminalQuestion(prompt, echoes: !question.isSecret)
        asking.mode = mode
        let answer = try asking.ask()
        if let chosen = chosen(answer, for: question) { return .success(chosen) }
        prompt = question.isYesNo ? "yes or no: " : "One of 0 to \(question.choices.count - 1), or the text: "
      } catch {
        switch error {
        case .notUTF8: prompt = asked("That was not UTF-8. \(ServerText.line(question.text)):")
        case .interrupted, .endOfInput: return .failure(Failure(.cancelled, "The question was not answered."))
        case .noTerminal:
          return .failure(
            Failure(.needsInput, "Nobody can be asked for \(ServerText.line(question.text)): there is no terminal."))
        }
      }
    }
  }

  private static func list(of question: World.Question) -> String {
    guard !question.isYesNo else { return "" }
    return question.choices.enumerated().flatMap { number, choice in
      typesetter().lines(StyledText(ServerText.line(choice)), lead: StyledText("  \(number)  "))
    }.map { $0 + "\n" }.joined()
  }

  /// `Second factor [Push]: `
  private static func line(of question: World.Question) -> String {
    let preset = question.preset.map { " [\(ServerText.line($0))]" } ?? ""
    let text = "\(ServerText.line(question.text, limit: 400))\(form(of: question))\(preset):"
    return asked(text)
  }

  /// How it is answered, where that does not go without saying.
  static func form(of question: World.Question) -> String {
    if question.isYesNo { return " (yes/no)" }
    return switch question.other {
    case .own: " (number, or your own)"
    case .name: " (number or name)"
    case nil: ""
    }
  }

  /// What an answer means: the label of a number, or a label; one that looks like a number wins. Nil where it is none.
  static func chosen(_ answer: String, for question: World.Question) -> String? {
    let choices = question.choices
    if answer.isEmpty, let preset = question.preset { return preset }
    if choices.isEmpty || choices.contains(answer) { return answer }
    // A number that the list does not have is a slip, and no text of one's own.
    if !question.isYesNo, let number = Int(answer) { return choices.indices.contains(number) ? choices[number] : nil }
    let small = answer.lowercased()
    if let choice = choices.first(where: { $0.lowercased() == small }) { return choice }
    if question.isYesNo { return choices.first { !small.isEmpty && $0.utf8.starts(with: small.utf8) } }
    return question.other != nil && !answer.isEmpty ? answer : nil
  }
}

extension Questions {
  /// Shows a text before it is asked about: by $PAGER, less, or page by page. It is clean of control characters.
  func page(_ text: String, environment: [String: String]) async throws(Failure) {
    let failure = await loop.perform { [mode, beforeAsking, afterAsking] () -> Failure? in
      beforeAsking()
      defer { afterAsking() }
      do throws(TerminalQuestion.Failure) {
        try Self.pager(environment, mode: mode).show(Self.lines(of: text))
        return nil
      } catch {
        return Failure(.cancelled, "The text was not looked at.")
      }
    }
    if let failure { throw failure }
  }

  private static func lines(of text: String) -> [String] { typesetter().lines(StyledText(text)) }

  /// What stands before the answer. One cell is for the blank at its end.
  private static func asked(_ text: String) -> String {
    typesetter(sparing: 1).lines(StyledText(text)).joined(separator: "\n") + " "
  }

  /// For the terminal as wide as it is now.
  private static func typesetter(sparing cells: Int = 0) -> Typesetter {
    let columns = max(20, Terminal.columnsOfControllingTerminal ?? 80) - cells
    return Typesetter(appearance: Appearance(hasColor: false, columns: columns, isTerminal: true))
  }

  /// What the person's pager gets: its environment without our settings, which may name secrets.
  private static func pager(_ environment: [String: String], mode: TerminalMode?) -> TerminalPager {
    var variables = environment.filter { !$0.key.utf8.starts(with: "JOURNEY_".utf8) }
    // What was read stays on the screen for the question behind it.
    if variables["LESS"] == nil { variables["LESS"] = "FX" }
    let named = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 }
    // 127 is the shell's own status for a program that is not there; without a word about it.
    let less = "command -v less >/dev/null || exit 127; less"
    return TerminalPager(command: named ?? less, environment: variables, mode: mode)
  }
}
