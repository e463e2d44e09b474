import JSON
import JourneyEngine
import Synchronization

/// What of commands goes into a record: starts, answers and sent steps as they happen, whichever command does it; other commands
/// when they have succeeded.
extension CommandContext {
  private var recorder: Recorder { workspace.recorder }

  /// An answer that was put into the step. `target` is how it was named; null where nobody named it.
  func recordAnswer(_ open: Profile.OpenStep, _ place: InputPlace, _ answer: Answer, isSecret: Bool, target: JSON) {
    guard recorder.listens else { return }
    let callback = open.node.callbacks[place.callback]
    let name = target.isNull ? Self.target(of: place, in: open.node.callbacks) : target.rawText
    let text =
      switch answer {
      case .text(let text): text
      case .json(let value): value.rawText
      }
    let label = RecordedValue.variableName("ANSWER_" + (callback.prompt ?? callback.type ?? "\(place.callback)"))
    let value = RecordedValue(text, isSecret: isSecret || callback.isSecret(input: place.input), name: label)
    recorder.add(
      [RecordedLine([.plain("set"), .value(RecordedValue(name, name: "TARGET")), .answer(value)])],
      profile: profile.name)
  }

  /// The type where it is the only one of the step and means this input, else index and input.
  private static func target(of place: InputPlace, in callbacks: [any Callback]) -> String {
    let callback = callbacks[place.callback]
    guard callback.valueInput == place.input else { return "\(place.callback).\(place.input)" }
    guard let type = callback.type, callbacks.filter({ $0.type == type }).count == 1 else { return "\(place.callback)" }
    return type.hasSuffix("Callback") && type.utf8.count > 8 ? String(type.dropLast(8)) : type
  }

  func recordStart(journey: String?, _ options: StartOptions, _ output: Output) {
    guard recorder.listens else { return }
    var words: [RecordedLine.Word] = [.plain("start")]
    if let journey { words.append(.value(RecordedValue(journey, name: "JOURNEY_NAME"))) }
    if options.forceAuth { words.append(.plain("--force-auth")) }
    if options.noSession { words.append(.plain("--no-session")) }
    for (option, pairs) in [("--query", options.query), ("--advice", options.advice)] {
      for (name, value) in pairs {
        let variable = RecordedValue.variableName("START_\(name)")
        words.append(.plain(option))
        words.append(.pair(name, RecordedValue(value, isSecret: SecretNames.isMember(name), name: variable)))
      }
    }
    if let text = options.adviceText {
      words += [.plain("--advice-text"), .value(RecordedValue(text, name: "START_ADVICE_TEXT"))]
    }
    recordNode(words, output, beginsJourney: true)
  }

  /// A step that was sent. One that only polls is a `wait`, however often somebody looked.
  func recordSent(defaults: Bool, now: Bool, polls: Bool, _ output: Output) {
    guard recorder.listens else { return }
    guard !polls else { return recordNode([.plain("wait")], output, isWait: true) }
    let options = [(defaults, "--defaults"), (now, "--now")].filter(\.0).map { RecordedLine.Word.plain($0.1) }
    recordNode([.plain("next")] + options, output)
  }

  /// A command that gave a node. What failed for want of an answer of the server is no part of a test.
  private func recordNode(
    _ words: [RecordedLine.Word], _ output: Output, isWait: Bool = false, beginsJourney: Bool = false
  ) {
    let line = RecordedLine(words, isTolerated: output.stops != nil)
    guard output.value?["kind"] != "failure" else { return recorder.setAside(line, profile: profile.name) }
    let lines = [line] + RecordedLine.expectations(of: output)
    guard !beginsJourney else {
      return recorder.beginJourney(
        lines, opening: recordOpening, profile: profile.name, settings: profile.settings.typed)
    }
    recorder.add(lines, profile: profile.name, isWait: isWait)
  }

  /// A command that has succeeded.
  func record(_ spec: CommandSpec, _ arguments: Arguments, _ output: Output) {
    guard recorder.listens else { return }
    switch spec.name {
    case "start", "set", "next", "fill", "source", "record", "help", "quit", "trace", "save", "forget": return
    case "show", "profiles": recorder.setAside(RecordedLine.command(spec, arguments), profile: profile.name)
    case "let":
      let line = RecordedLine.definition(
        of: arguments.required("name"), as: arguments.required("value"), isSecret: arguments.isSecret("value"))
      recorder.add([line], profile: profile.name)
    case "login":
      guard output.kind == .tokens else { return }
      let reveal: [RecordedLine.Word] = arguments.flag("reveal") ? [.plain("--reveal")] : []
      let line = RecordedLine([.plain("tokens")] + reveal)
      recorder.add([line] + RecordedLine.expectations(of: output), profile: profile.name)
    case "capture":
      let name = arguments.required("name")
      var line = RecordedLine.command(spec, arguments)
      line.variable = (name, workspace.state.withLock { $0.variables[name]?.text })
      recorder.look(line, profile: profile.name)
    case "expect": recorder.look(RecordedLine.command(spec, arguments), profile: profile.name)
    case "config" where arguments["value"] == nil: return
    case "profile":
      // The first command on another profile switches to it; making one is something else.
      guard let name = arguments.text("name"), arguments.flag("new") else { return }
      recorder.add(RecordedLine.command(spec, arguments), from: profile.name, to: name)
    case "resume":
      recordNode(
        RecordedLine.command(spec, arguments).words, output, beginsJourney: !recorder.knowsJourney(of: profile.name))
    case "wait": recordNode(RecordedLine.command(spec, arguments).words, output, isWait: true)
    default:
      recorder.add(
        [RecordedLine.command(spec, arguments)] + RecordedLine.expectations(of: output), profile: profile.name)
    }
  }

  /// A command that has failed.
  func recordFailure(_ spec: CommandSpec, _ arguments: Arguments) {
    guard recorder.listens, spec.name != "expect", spec.name != "capture" else { return }
    var line = RecordedLine.command(spec, arguments)
    line.isTolerated = true
    recorder.setAside(line, profile: profile.name)
  }
}
