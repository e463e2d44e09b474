import JSON
import JourneyCommands

/// Finds the words of a command that may hold a secret as it was typed, by what they mean: for `--echo` and for the history file.
///
/// `${NAME}` is no secret: the word holds a name.
enum CommandSecrets {
  /// What a secret word is replaced with.
  static let mark = "••••"

  /// Indexes of the words that may hold a secret.
  ///
  /// - Parameter step: The open step as a node: a value for an input of it that is not secret is none.
  static func words(of command: ParsedCommand, step: JSON?) -> [Int] {
    guard let spec = command.words.first?.literal.flatMap(CommandSpec.named) else {
      // A word that is no command may be a mistyped one with a password behind it.
      return Array(command.words.indices.dropFirst())
    }
    var found: [Int] = []
    var positional = spec.parameters.filter { !$0.isOption }[...]
    var index = 1
    while index < command.words.count {
      let word = command.words[index]
      defer { index += 1 }
      if let option = option(word, of: spec) {
        if option.parameter.kind == .boolean { continue }
        if !option.hasValue { index += 1 }
        if isSecret(option.parameter), index < command.words.count { found.append(index) }
        continue
      }
      guard let parameter = positional.first else { continue }
      if !parameter.repeats { positional.removeFirst() }
      if isSecret(parameter), !(spec.name == "set" && isOpen(command, of: spec, step: step)) { found.append(index) }
    }
    return found.filter { index in
      command.words[index].pieces.contains { if case .literal = $0 { true } else { false } }
    }
  }

  /// The command with its secrets replaced; as it was written where it has none.
  static func masked(_ command: ParsedCommand, step: JSON?) -> String {
    let secrets = Set(words(of: command, step: step))
    guard !secrets.isEmpty else { return command.text }
    let prefix = (command.toleratesFailure ? "-" : "") + (command.isSilent ? "@" : "")
    return prefix
      + command.words.enumerated().map { index, word in
        guard secrets.contains(index) else { return WordText.quoted(word) }
        let text = WordText.plain(word)
        guard let name = text.utf8.split(separator: UInt8(ascii: "=")).first, text.utf8.contains(UInt8(ascii: "="))
        else {
          return mark
        }
        return "\(WordText.quoted(String(Substring(name))))=\(mark)"
      }.joined(separator: " ")
  }

  private static func isSecret(_ parameter: ParameterSpec) -> Bool {
    parameter.isSecret || parameter.completion == .answers || parameter.name == "answer"
  }

  private static func option(_ word: Word, of spec: CommandSpec) -> (parameter: ParameterSpec, hasValue: Bool)? {
    guard !word.beginsQuoted, case .literal(let text)? = word.pieces.first, text.utf8.starts(with: "--".utf8) else {
      return nil
    }
    let name = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).first.map { String(Substring($0)) }
    guard let parameter = spec.parameters.first(where: { $0.isOption && $0.optionName == name }) else { return nil }
    return (parameter, text.utf8.contains(UInt8(ascii: "=")))
  }

  /// Whether the target of a `set` is known to be an input whose value may be seen.
  private static func isOpen(_ command: ParsedCommand, of spec: CommandSpec, step: JSON?) -> Bool {
    guard let target = command.words.dropFirst().first(where: { option($0, of: spec) == nil })?.literal else {
      return false
    }
    let fitting = StepTargets(step).callbacks(for: target)
    return !fitting.isEmpty && fitting.allSatisfy { $0["secret"]?.bool == false }
  }
}
