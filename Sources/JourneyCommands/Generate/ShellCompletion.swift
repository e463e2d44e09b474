/// Completion in bash, zsh and fish: what can stand for the last word of a command line, from the tables and local facts. The
/// scripts of the shells ask for it through the hidden verb `journey __complete`.
package struct ShellCompletion: Sendable {
  package struct Candidate: Sendable, Equatable {
    /// The whole word, without quotes.
    package var value: String
    /// May be empty.
    package var summary: String
  }

  package enum Answer: Sendable, Equatable {
    case words([Candidate])
    /// The path of a file behind a prefix of the word that stays as it is (`file:`, `--cacert=`).
    case files(prefix: String)
  }

  let facts: CompletionFacts

  package init(facts: CompletionFacts) {
    self.facts = facts
  }

  /// - Parameter words: Those behind the name of the program, without quotes, up to the cursor; the last one is completed and may be
  ///   empty.
  package func answer(_ words: [String]) -> Answer {
    var launch = LaunchWords(words)
    let current = launch.current
    if let open = launch.open { return value(of: open, Partial(current), sandbox: launch.startsSandbox) }
    guard let command = launch.rest.popFirst() else { return first(current, launch) }
    guard !launch.hasScript else { return .words([]) }
    if let spec = CommandSpec.named(command) {
      return parameter(of: spec.parameters, launch.rest, current, launch.startsSandbox)
    }
    if let face = FaceSpec.named(command) { return parameter(of: face.parameters, launch.rest, current, false) }
    return .words([])
  }

  // MARK: - Before the command

  private func first(_ current: String, _ launch: LaunchWords) -> Answer {
    if current.utf8.first == UInt8(ascii: "-") {
      if let partial = Partial(option: current) {
        guard let option = LaunchWords.Option(partial.option) else { return .words([]) }
        return value(of: option, partial, sandbox: launch.startsSandbox)
      }
      let settings = SettingSpec.all.map { ($0.option, $0.summary, $0.repeats) }
      let others = ProgramOption.all.map { ($0.name, $0.summary, false) }
      return words(
        (settings + others).filter { $2 || !launch.given.contains($0) }.map { ($0.0, $0.1) }, Partial(current))
    }
    if launch.hasScript { return .words([]) }
    if current.utf8.contains(UInt8(ascii: "/")) { return .files(prefix: "") }
    return words(
      CommandSpec.all.map { ($0.name, $0.summary) } + FaceSpec.all.map { ($0.name, $0.summary) }, Partial(current))
  }

  private func value(of option: LaunchWords.Option, _ partial: Partial, sandbox: Bool) -> Answer {
    switch option {
    case .script: return .files(prefix: partial.prefix)
    case .lines: return .words([])
    case .setting(let spec): return value(of: spec, partial, sandbox: sandbox)
    }
  }

  private func value(of spec: SettingSpec, _ partial: Partial, sandbox: Bool) -> Answer {
    switch spec.kind {
    case .boolean: return words([("true", ""), ("false", "")], partial)
    case .choice(let values): return words(values.map { ($0, "") }, partial)
    case .source: return source(partial)
    case .file: return .files(prefix: partial.prefix)
    case .pairs where spec.key == "headerFrom": return partial.behindName.map(source) ?? .words([])
    case .text where spec.key == "profile": return words(facts.profiles().map { ($0, "") }, partial)
    case .text where spec.key == "journey": return words(facts.journeys(sandbox).map { ($0, "") }, partial)
    case .text, .server, .url, .list, .urls, .pairs, .seconds: return .words([])
    }
  }

  // MARK: - Behind the command

  private func parameter(
    of parameters: [ParameterSpec], _ before: ArraySlice<String>, _ current: String, _ sandbox: Bool
  ) -> Answer {
    var positional = parameters.filter { !$0.isOption }[...]
    var open: ParameterSpec?
    var given: Set<String> = []
    var values: [String] = []
    for word in before {
      if let option = parameters.first(where: { $0.isOption && $0.optionName == word }) {
        given.insert(word)
        open = option.kind == .boolean ? nil : option
      } else if let option = open {
        // An option that takes a list goes on until the next option.
        if option.kind != .list { open = nil }
      } else if !word.utf8.starts(with: "--".utf8) {
        values.append(word)
        if positional.first?.repeats == false { positional.removeFirst() }
      }
    }
    if current.utf8.starts(with: "-".utf8), open == nil || open?.kind == .list {
      guard let partial = Partial(option: current) else {
        let options = parameters.filter { $0.isOption && ($0.repeats || !given.contains($0.optionName)) }
        return words(options.map { ($0.optionName, $0.summary) }, Partial(current))
      }
      guard let option = parameters.first(where: { $0.isOption && $0.optionName == partial.option }) else {
        return .words([])
      }
      return value(of: option, partial, values, sandbox)
    }
    guard let parameter = open ?? positional.first else { return .words([]) }
    return value(of: parameter, Partial(current), values, sandbox)
  }

  private func value(
    of parameter: ParameterSpec, _ partial: Partial, _ before: [String], _ sandbox: Bool
  ) -> Answer {
    switch parameter.kind {
    case .choice(let choices): return words(choices.map { ($0, "") }, partial)
    case .file: return .files(prefix: partial.prefix)
    case .boolean: return .words([])
    case .text, .secret, .integer, .json, .pairs, .list: break
    }
    switch parameter.completion {
    case .journeys: return words(facts.journeys(sandbox).map { ($0, "") }, partial)
    case .profiles: return words(facts.profiles().map { ($0, "") }, partial)
    case .commands: return words(CommandSpec.all.map { ($0.name, $0.summary) }, partial)
    case .settings:
      return words(SettingSpec.all.filter { $0.owner == .profile }.map { ($0.key, $0.summary) }, partial)
    case .files: return .files(prefix: partial.prefix)
    case .sources where parameter.kind == .pairs: return partial.behindName.map(source) ?? .words([])
    case .sources: return source(partial)
    // What an answer or a target can be is known in the step alone; a source stands behind the name of a target.
    case .targets where parameter.name == "answerFrom": return partial.behindName.map(source) ?? .words([])
    case .nothing where parameter.name == "value" && before.count == 1:
      guard let spec = SettingSpec.named(before[0]) else { return .words([]) }
      return value(of: spec, partial, sandbox: sandbox)
    case .nothing, .targets, .answers, .variables: return .words([])
    }
  }

  // MARK: - Values

  private func source(_ partial: Partial) -> Answer {
    for kind in ["file", "env"] {
      guard partial.typed.utf8.starts(with: "\(kind):".utf8) else { continue }
      let inside = partial.after(kind.utf8.count + 1)
      return kind == "file" ? .files(prefix: inside.prefix) : words(facts.environment().map { ($0, "") }, inside)
    }
    return words(["prompt", "stdin", "file:", "fd:", "env:", "cmd:", "secret:"].map { ($0, "") }, partial)
  }

  private func words(_ values: [(String, String)], _ partial: Partial) -> Answer {
    .words(
      values.compactMap { value, summary in
        // What could act on a terminal, or be taken for two words, is never offered.
        guard value.utf8.starts(with: partial.typed.utf8), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
          return nil
        }
        return Candidate(value: partial.prefix + value, summary: summary)
      })
  }
}

/// The word at the cursor: what stays as it is, and what was typed of the value behind it.
struct Partial {
  var prefix = ""
  var typed: String

  init(_ text: String) { typed = text }

  /// `--name=VALUE`; nil for another word.
  init?(option text: String) {
    guard text.utf8.starts(with: "--".utf8), let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let start = text.utf8.index(after: mark)
    prefix = String(text[..<start])
    typed = String(text[start...])
  }

  /// The name of the option that the word begins with.
  var option: String { String(prefix.dropLast()) }

  /// What stands behind `NAME=`; nil where there is no such name.
  var behindName: Partial? {
    guard let mark = typed.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return after(typed.utf8.distance(from: typed.utf8.startIndex, to: mark) + 1)
  }

  func after(_ count: Int) -> Partial {
    var rest = self
    rest.prefix = prefix + String(decoding: typed.utf8.prefix(count), as: UTF8.self)
    rest.typed = String(decoding: typed.utf8.dropFirst(count), as: UTF8.self)
    return rest
  }
}

/// The words of a command line as far as options before the command go.
struct LaunchWords {
  /// An option that takes a value.
  enum Option {
    case script, lines
    case setting(SettingSpec)

    init?(_ name: String) {
      switch name {
      case "-f": self = .script
      case "-c": self = .lines
      default:
        guard let spec = SettingSpec.all.first(where: { $0.option == name }) else { return nil }
        self = .setting(spec)
      }
    }

    var takesWord: Bool {
      if case .setting(let spec) = self { return spec.kind != .boolean }
      return true
    }
  }

  var rest: ArraySlice<String>
  let current: String
  private(set) var given: Set<String> = []
  /// The option whose value is to be completed.
  private(set) var open: Option?
  private(set) var hasScript = false
  var startsSandbox: Bool { given.contains("--sandbox") }

  init(_ words: [String]) {
    current = words.last ?? ""
    rest = words.dropLast()[...]
    while let word = rest.first, word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 {
      rest.removeFirst()
      if word == "--" { return }
      given.insert(word)
      if word == "-f" || word == "-c" { hasScript = true }
      guard let option = Option(word), option.takesWord else { continue }
      if rest.popFirst() == nil { open = option }
    }
    if let word = rest.first, word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".journey") { hasScript = true }
  }
}
