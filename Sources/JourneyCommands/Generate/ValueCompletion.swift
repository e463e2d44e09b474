import JSON
import JourneyEngine

/// What can stand for the word at the cursor.
package enum CompletionAnswer: Sendable, Equatable {
  package struct Candidate: Sendable, Equatable {
    /// The whole word, without quotes.
    package var value: String
    /// May be empty.
    package var summary: String

    /// More is to be written behind it: a source, the name of a pair, a path.
    package var isOpen: Bool { value.utf8.last.map { ":=.[".utf8.contains($0) } ?? false }
  }

  case words([Candidate])
  /// The path of a file behind a prefix of the word that stays as it is (`file:`, `--cacert=`).
  case files(prefix: String)

  static func words(_ values: [(String, String)], _ partial: Partial) -> CompletionAnswer {
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

/// Completion behind a command, from what its parameters are: in our own shell and in the others.
package struct ValueCompletion: Sendable {
  let facts: CompletionFacts
  /// Settings that stand before the command, by key.
  var launch: [String: String] = [:]
  var startsSandbox = false

  package init(facts: CompletionFacts, launch: [String: String] = [:], startsSandbox: Bool = false) {
    self.facts = facts
    self.launch = launch
    self.startsSandbox = startsSandbox
  }

  /// - Parameters:
  ///   - before: the words between the command and the cursor.
  ///   - current: the word at the cursor, which may be empty.
  package func answer(
    _ parameters: [ParameterSpec], _ before: ArraySlice<String>, _ current: String
  ) -> CompletionAnswer {
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
        return .words(options.map { ($0.optionName, $0.summary) }, Partial(current))
      }
      let option = parameters.first { $0.isOption && $0.optionName == partial.option }
      return option.map { value(of: $0, partial, values) } ?? .words([])
    }
    return (open ?? positional.first).map { value(of: $0, Partial(current), values) } ?? .words([])
  }

  /// The value of a setting: behind its option, and behind `config KEY`.
  func value(of spec: SettingSpec, _ partial: Partial) -> CompletionAnswer {
    switch spec.kind {
    case .boolean: .words([("true", ""), ("false", "")], partial)
    case .choice(let values): plain(values, partial)
    case .source: source(partial)
    case .file: .files(prefix: partial.prefix)
    case .pairs where spec.key == "headerFrom": partial.behindName.map(source) ?? .words([])
    case .text where spec.key == "profile": plain(facts.profiles(), partial)
    case .text where spec.key == "journey": plain(facts.journeys(startsSandbox), partial)
    case .text, .server, .url, .list, .urls, .pairs, .seconds: .words([])
    }
  }

  private func value(of parameter: ParameterSpec, _ partial: Partial, _ before: [String]) -> CompletionAnswer {
    switch parameter.kind {
    case .choice(let choices): return plain(choices, partial)
    case .file: return .files(prefix: partial.prefix)
    case .boolean: return .words([])
    case .text, .secret, .integer, .json, .pairs, .list: break
    }
    switch parameter.completion {
    case .nothing: return .words([])
    case .journeys: return plain(facts.journeys(startsSandbox), partial)
    case .profiles: return plain(facts.profiles(), partial)
    case .variables: return plain(facts.variables(), partial)
    case .commands: return .words(CommandSpec.all.map { ($0.name, $0.summary) }, partial)
    case .settings:
      return .words(SettingSpec.all.filter { $0.owner == .profile }.map { ($0.key, $0.summary) }, partial)
    case .settingValues:
      return before.first.flatMap(SettingSpec.written).map { value(of: $0, partial) } ?? .words([])
    case .files: return .files(prefix: partial.prefix)
    case .words(let words): return plain(words, partial)
    case .paths: return plain(ResultPath.paths(in: facts.result(), from: partial.typed), partial)
    case .switches: return .words(facts.switches(), partial)
    case .sources where parameter.kind == .pairs: return partial.behindName.map(source) ?? .words([])
    case .sources: return source(partial)
    case .targets: return targets(partial, end: "")
    case .targetAnswers:
      guard let value = partial.behindName, let target = Text.pair(partial.typed, separator: "=")?.name else {
        return targets(partial, end: "=")
      }
      return answers(to: target, value)
    case .targetSources: return partial.behindName.map(source) ?? targets(partial, end: "=")
    case .answers: return before.first.map { answers(to: $0, partial) } ?? .words([])
    }
  }

  // MARK: - Values

  private func plain(_ values: [String], _ partial: Partial) -> CompletionAnswer {
    .words(values.map { ($0, "") }, partial)
  }

  private func source(_ partial: Partial) -> CompletionAnswer {
    for kind in ["file", "env"] {
      guard partial.typed.utf8.starts(with: "\(kind):".utf8) else { continue }
      let inside = partial.after(kind.utf8.count + 1)
      return kind == "file" ? .files(prefix: inside.prefix) : plain(facts.environment(), inside)
    }
    return plain(["prompt", "stdin", "file:", "fd:", "env:", "cmd:", "secret:"], partial)
  }

  /// The inputs of the step: by index with type and prompt beside it; once something else is typed, by type and prompt.
  private func targets(_ partial: Partial, end: String) -> CompletionAnswer {
    let callbacks = StepTargets(facts.step(launch)).callbacks.filter { !($0["inputs"]?.array ?? []).isEmpty }
    let indexes = callbacks.flatMap { callback -> [(String, String)] in
      guard let index = callback["index"]?.integer else { return [] }
      return targetNames(index, callback).map { ($0 + end, note(callback)) }
    }
    if partial.typed.isEmpty || indexes.contains(where: { $0.0.utf8.starts(with: partial.typed.utf8) }) {
      return .words(indexes, partial)
    }
    var seen: Set<String> = []
    let names = callbacks.flatMap { callback in
      [shortType(callback), callback["prompt"]?.string ?? ""]
        + (callback["inputs"]?.array ?? []).compactMap { $0["name"]?.string }
    }
    return .words(names.filter { !$0.isEmpty && seen.insert($0).inserted }.map { ($0 + end, "") }, partial)
  }

  /// The labels of the options of the callback that the target means; yes and no for a boolean.
  private func answers(to target: String, _ partial: Partial) -> CompletionAnswer {
    guard let callback = StepTargets(facts.step(launch)).callback(for: target) else { return .words([]) }
    // A provider is taken by its name, which is its value; a choice by its label.
    let options = (callback["options"]?.array ?? []).compactMap { option -> (String, String)? in
      guard let label = option["label"]?.string else { return nil }
      guard let name = option["value"]?.string else { return (label, "") }
      return (name, name == label ? "" : ServerText.line(ServerText.readable(label)))
    }
    if !options.isEmpty { return .words(options, partial) }
    return callback["inputs"]?[0]?["type"]?.string == "boolean" ? plain(["true", "false"], partial) : .words([])
  }

  /// How `set` names a callback: by its index, or its inputs where several belong together (`2.question`).
  private func targetNames(_ index: Int, _ callback: JSON) -> [String] {
    let fields = (callback["inputs"]?.array ?? []).map { $0["field"]?.string ?? "" }
    guard fields.count > 1, !fields.contains("") else { return ["\(index)"] }
    return fields.map { "\(index).\($0)" }
  }

  /// Type and prompt, beside an index.
  private func note(_ callback: JSON) -> String {
    let prompt = callback["prompt"]?.string ?? callback["message"]?.string ?? ""
    return ServerText.line("\(shortType(callback)) \(ServerText.readable(prompt))", limit: 100)
  }

  private func shortType(_ callback: JSON) -> String { TargetGrammar.shortType(callback["type"]?.string ?? "") }
}
