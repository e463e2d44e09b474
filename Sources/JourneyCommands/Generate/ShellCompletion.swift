/// Completion in bash, zsh and fish: what can stand for the last word of a command line, from the tables and local facts. The
/// scripts of the shells ask for it through the hidden verb `journey __complete`.
package struct ShellCompletion: Sendable {
  let facts: CompletionFacts

  package init(facts: CompletionFacts) {
    self.facts = facts
  }

  /// - Parameter words: Those behind the name of the program, without quotes, up to the cursor; the last one is completed and may be
  ///   empty.
  package func answer(_ words: [String]) -> CompletionAnswer {
    var launch = LaunchWords(words)
    let current = launch.current
    let values = ValueCompletion(facts: facts, launch: launch.settings, startsSandbox: launch.startsSandbox)
    if let open = launch.open { return value(of: open, Partial(current), values) }
    guard let command = launch.rest.popFirst() else { return first(current, launch, values) }
    guard !launch.hasScript else { return .words([]) }
    if let spec = CommandSpec.named(command) { return values.answer(spec.parameters, launch.rest, current) }
    if let face = FaceSpec.named(command) {
      return ValueCompletion(facts: facts).answer(face.parameters, launch.rest, current)
    }
    return .words([])
  }

  // MARK: - Before the command

  private func first(_ current: String, _ launch: LaunchWords, _ values: ValueCompletion) -> CompletionAnswer {
    if current.utf8.first == UInt8(ascii: "-") {
      if let partial = Partial(option: current) {
        guard let option = LaunchWords.Option(partial.option) else { return .words([]) }
        return value(of: option, partial, values)
      }
      let settings = SettingSpec.all.map { ($0.option, $0.summary, $0.repeats) }
      let others = ProgramOption.all.map { ($0.name, $0.summary, false) }
      return .words(
        (settings + others).filter { $2 || !launch.given.contains($0) }.map { ($0.0, $0.1) }, Partial(current))
    }
    if launch.hasScript { return .words([]) }
    if current.utf8.contains(UInt8(ascii: "/")) { return .files(prefix: "") }
    return .words(
      CommandSpec.all.map { ($0.name, $0.summary) } + FaceSpec.all.map { ($0.name, $0.summary) }, Partial(current))
  }

  private func value(
    of option: LaunchWords.Option, _ partial: Partial, _ values: ValueCompletion
  ) -> CompletionAnswer {
    switch option {
    case .script: .files(prefix: partial.prefix)
    case .lines: .words([])
    case .setting(let spec): values.value(of: spec, partial)
    }
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
  /// The values of settings that are given, by key.
  private(set) var settings: [String: String] = [:]
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
      if let partial = Partial(option: word), case .setting(let spec)? = Option(partial.option) {
        settings[spec.key] = partial.typed
      }
      guard let option = Option(word), option.takesWord else { continue }
      guard let value = rest.popFirst() else {
        open = option
        return
      }
      if case .setting(let spec) = option { settings[spec.key] = value }
    }
    if let word = rest.first, word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".journey") { hasScript = true }
  }
}
