import JSON
import JourneyCommands
import LineEditor

/// What completion knows beside the command table. Values: completion itself is a function of line, cursor and facts.
struct CompletionFacts: Sendable {
  /// The open step, as a node.
  var step: JSON?
  var journeys: [String] = []
  var profiles: [String] = []
  var variables: [String] = []
  var environment: [String] = []
  /// The names in a folder; folders end in `/`. Empty for a folder that cannot be read.
  var listFolder: @Sendable (String) -> [String] = { _ in [] }
}

/// Candidates for the word at the cursor. Local facts alone: never the network, never an error.
struct Completer {
  private typealias Candidate = Completion.Candidate

  let facts: CompletionFacts

  func complete(_ line: String, cursor: Int) -> Completion {
    let place = LineCursor(line: line, cursor: cursor)
    if let variable = place.variable { return completeVariable(variable.name, start: variable.start) }
    let candidates = candidates(at: place)
    return Completion(start: place.start, candidates: candidates)
  }

  private func completeVariable(_ name: String, start: Int) -> Completion {
    let names = facts.variables + facts.environment.map { "env:\($0)" }
    let fitting = names.filter { Self.begins($0, name) }.sorted()
    return Completion(
      start: start, candidates: fitting.map { Candidate("${\($0)}", isWhole: false) })
  }

  private func candidates(at place: LineCursor) -> [Candidate] {
    guard let name = place.before.first else {
      return CommandSpec.all.filter { Self.begins($0.name, place.word) }.map { Candidate($0.name) }
    }
    guard let spec = CommandSpec.named(name) else { return [] }
    if place.word.utf8.starts(with: "-".utf8) { return options(of: spec, place) }
    guard let parameter = parameter(of: spec, place) else { return [] }
    return values(for: parameter, place)
  }

  /// Options that are not there yet; with `=` behind the name its values.
  private func options(of spec: CommandSpec, _ place: LineCursor) -> [Candidate] {
    let written = Set(place.before)
    return spec.parameters.filter {
      $0.isOption && ($0.repeats || !written.contains($0.optionName)) && Self.begins($0.optionName, place.word)
    }.map { Candidate($0.optionName, note: $0.summary) }
  }

  /// The parameter that the word at the cursor is the value of.
  private func parameter(of spec: CommandSpec, _ place: LineCursor) -> ParameterSpec? {
    var positional = spec.parameters.filter { !$0.isOption }[...]
    var open: ParameterSpec?
    for word in place.before.dropFirst() {
      if open != nil {
        open = nil
      } else if word.utf8.starts(with: "--".utf8) {
        let option = spec.parameters.first { $0.isOption && $0.optionName == word }
        open = option?.kind == .boolean ? nil : option
      } else if positional.first?.repeats == false {
        positional.removeFirst()
      }
    }
    return open ?? positional.first
  }

  private func values(for parameter: ParameterSpec, _ place: LineCursor) -> [Candidate] {
    if case .choice(let choices) = parameter.kind { return texts(choices, place) }
    switch parameter.completion {
    case .nothing: return []
    case .commands: return texts(CommandSpec.all.map(\.name), place)
    case .journeys: return texts(facts.journeys, place)
    case .profiles: return texts(facts.profiles, place)
    case .variables: return texts(facts.variables, place)
    case .settings: return texts(SettingSpec.all.filter { $0.owner == .profile }.map(\.key), place)
    case .sources: return sources(place)
    case .files: return files(place.word)
    case .targets: return targets(place.word, isPair: parameter.kind == .pairs)
    case .answers: return answers(place)
    }
  }

  // MARK: - Kinds of values

  private func texts(_ texts: [String], _ place: LineCursor) -> [Candidate] {
    texts.filter { Self.begins($0, place.word) }.map { Candidate(WordText.quoted($0), label: $0) }
  }

  private func sources(_ place: LineCursor) -> [Candidate] {
    let pair = place.word.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(place.word[...$0]) } ?? ""
    let typed = String(place.word.dropFirst(pair.count))
    return ["prompt", "stdin", "file:", "fd:", "env:", "cmd:", "secret:"].filter { Self.begins($0, typed) }.map {
      Candidate(pair + $0, label: $0, isWhole: $0.utf8.last != UInt8(ascii: ":"))
    }
  }

  private func files(_ typed: String) -> [Candidate] {
    let folder = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(typed[...$0]) } ?? ""
    let name = String(typed.dropFirst(folder.count))
    return facts.listFolder(folder.isEmpty ? "./" : folder)
      .filter { Self.begins($0, name) && (!$0.utf8.starts(with: ".".utf8) || !name.isEmpty) }.sorted()
      .map { Candidate(WordText.quoted(folder + $0), label: $0, isWhole: $0.utf8.last != UInt8(ascii: "/")) }
  }

  /// Indexes with type and prompt beside them; once something else is typed, types and prompts.
  private func targets(_ typed: String, isPair: Bool) -> [Candidate] {
    let callbacks = StepTargets(facts.step).callbacks.filter { !($0["inputs"]?.array ?? []).isEmpty }
    let end = isPair ? "=" : ""
    let byIndex = callbacks.compactMap { callback -> Candidate? in
      guard let index = callback["index"]?.integer, Self.begins("\(index)", typed) else { return nil }
      return Candidate("\(index)\(end)", label: "\(index)", note: Self.note(callback), isWhole: !isPair)
    }
    if typed.isEmpty || !byIndex.isEmpty { return byIndex }
    let names = callbacks.flatMap { [StepTargets.shortType($0), $0["prompt"]?.string ?? ""] }
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && Self.begins($0, typed) && seen.insert($0).inserted }.map {
      Candidate(WordText.quoted($0) + end, label: $0, isWhole: !isPair)
    }
  }

  private static func note(_ callback: JSON) -> String {
    let prompt = callback["prompt"]?.string ?? callback["message"]?.string ?? ""
    return Renderer(.plain).oneLine(.string("\(StepTargets.shortType(callback))  \(prompt)"), limit: 120) ?? ""
  }

  /// The labels of the options of the callback that the word before means; yes and no for a boolean.
  private func answers(_ place: LineCursor) -> [Candidate] {
    guard let target = place.before.dropFirst().first,
      let callback = StepTargets(facts.step).callbacks(for: target).first
    else { return [] }
    let labels = (callback["options"]?.array ?? []).compactMap { $0["label"]?.string }
    if !labels.isEmpty { return texts(labels, place) }
    return callback["inputs"]?[0]?["type"]?.string == "boolean" ? texts(["true", "false"], place) : []
  }

  private static func begins(_ text: String, _ start: String) -> Bool { text.utf8.starts(with: start.utf8) }
}
