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
  static func words(of command: ParsedCommand, step: JSON?) -> [Int] { found(in: command, step: step).map(\.index) }

  /// `isPair`: the word is `NAME=VALUE`, and the name is none.
  private static func found(in command: ParsedCommand, step: JSON?) -> [(index: Int, isPair: Bool)] {
    guard let spec = command.words.first?.literal.flatMap(CommandSpec.named) else {
      // A word that is no command may be a mistyped one with a password behind it.
      return command.words.indices.dropFirst().map { ($0, false) }
    }
    var found: [(index: Int, isPair: Bool)] = []
    var positional = spec.parameters.filter { !$0.isOption }[...]
    var index = 1
    while index < command.words.count {
      let word = command.words[index]
      defer { index += 1 }
      if let option = option(word, of: spec) {
        if option.parameter.kind == .boolean { continue }
        if !option.hasValue { index += 1 }
        if index < command.words.count, isSecret(option.parameter, at: index, of: command, inOption: option.hasValue) {
          found.append((index, option.parameter.kind == .pairs && !option.hasValue))
        }
        continue
      }
      guard let parameter = positional.first else { continue }
      if !parameter.repeats { positional.removeFirst() }
      if isSecret(parameter, at: index, of: command), !(parameter.secrecy == .answer && isOpen(command, step: step)) {
        found.append((index, false))
      }
    }
    return found.filter { entry in
      command.words[entry.index].pieces.contains { if case .literal = $0 { true } else { false } }
    }
  }

  /// The command with its secrets replaced; as it was written where it has none.
  static func masked(_ command: ParsedCommand, step: JSON?) -> String {
    let secrets = found(in: command, step: step)
    guard !secrets.isEmpty else { return command.text }
    let prefix = (command.toleratesFailure ? "-" : "") + (command.isSilent ? "@" : "")
    return prefix
      + command.words.enumerated().map { index, word in
        guard let secret = secrets.first(where: { $0.index == index }) else { return WordText.quoted(word) }
        let name = WordText.plain(word).utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).first
        guard secret.isPair, let name else { return mark }
        return "\(WordText.quoted(String(Substring(name))))=\(mark)"
      }.joined(separator: " ")
  }

  /// - Parameter inOption: The word is `--name=value`.
  private static func isSecret(
    _ parameter: ParameterSpec, at index: Int, of command: ParsedCommand, inOption: Bool = false
  ) -> Bool {
    let text = WordText.plain(command.words[index])
    let value = inOption ? String(Substring(text.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst())) : text
    return WrittenSecrets.areIn(value, for: parameter, setting: command.words[index - 1].literal)
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
  private static func isOpen(_ command: ParsedCommand, step: JSON?) -> Bool {
    target(of: command).map { StepTargets(step).isOpen($0) } ?? false
  }

  /// The target of a `set`, where it is written out.
  static func target(of command: ParsedCommand) -> String? {
    guard let spec = CommandSpec.named("set") else { return nil }
    return command.words.dropFirst().first { option($0, of: spec) == nil }?.literal
  }
}
