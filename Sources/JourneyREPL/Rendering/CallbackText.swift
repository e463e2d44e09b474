import JSON
import JourneyCommands
import JourneyEngine
import LineEditor

/// Callbacks: numbered, with type, prompt, answer, options and what is wrong with them (CONTRACT 4).
extension Renderer {
  /// What stands for a secret, whatever its length.
  private static let dots = "••••••••"

  /// One callback, after `set` and `unset`.
  func callback(_ value: JSON) -> [String] {
    callbacks([value], missing: [])
  }

  func callbacks(_ values: [JSON], missing: [Int]) -> [String] {
    let names = values.map(typeName)
    let indexWidth = values.map { "\($0["index"]?.integer ?? 0)".count }.max() ?? 1
    let nameWidth = min(names.map { TextWidth.of($0) }.max() ?? 0, 24)
    var lines: [String] = []
    for (value, name) in zip(values, names) {
      let index = value["index"]?.integer ?? 0
      let isMissing = missing.contains(index)
      let number = "[\(index)]"
      let gap = String(repeating: " ", count: max(0, indexWidth + 2 - number.count))
      let lead =
        (isMissing ? StyledText("* ", .warning) : "  ") + StyledText(gap) + StyledText(number, .key) + " "
        + StyledText(name).padded(to: nameWidth) + "  "
      let inset = String(repeating: " ", count: indexWidth + 5)
      lines += typesetter.lines(summary(value), lead: lead, alone: inset.utf8.count)
      for (line, style) in details(value) {
        lines += typesetter.lines(StyledText(line, style), lead: StyledText(inset))
      }
    }
    if !missing.isEmpty { lines += typesetter.lines(StyledText("* needs an answer", .faint)) }
    return lines
  }

  /// `PasswordCallback` as `Password`.
  private func typeName(_ value: JSON) -> String {
    oneLine(value["type"], limit: 60).map(TargetGrammar.shortType) ?? "(no type)"
  }

  /// Prompt or message, then the answer or the default.
  private func summary(_ value: JSON) -> StyledText {
    var parts: [StyledText] = []
    if let prompt = text(value["prompt"]) { parts.append(StyledText(prompt)) }
    if let message = message(value) { parts.append(message) }
    if let wait = value["waitMilliseconds"]?.integer { parts.append(StyledText("(waits \(seconds(wait)))", .faint)) }
    let inputs = inputs(of: value)
    if inputs.count <= 1, let answer = answer(inputs.first?.input, of: value) {
      parts.append(StyledText("= \(answer)", .heading))
    } else if let preset = preset(of: value) {
      parts.append(StyledText("(default: \(preset))", .faint))
    }
    return StyledText(joining: parts, by: "  ")
  }

  private func message(_ value: JSON) -> StyledText? {
    guard let message = text(withoutURI(value)) else { return nil }
    switch value["messageType"]?.string {
    case "warning": return StyledText("Warning: ", .warning) + StyledText(message)
    case "error": return StyledText("Error: ", .bad) + StyledText(message)
    case "script":
      return StyledText("(script for a browser, \(value["message"]?.string?.utf8.count ?? 0) bytes)", .faint)
    default: return StyledText(message)
    }
  }

  /// The message, where the enrolment URI stands in it without that.
  private func withoutURI(_ value: JSON) -> JSON? {
    guard let message = value["message"]?.string, let uri = value["uri"]?.string else { return value["message"] }
    return .string(message.replacing(uri, with: "(URI)"))
  }

  /// The answer that was put in; dots for a secret. Nil where there is none.
  private func answer(_ input: JSON?, of value: JSON) -> String? {
    guard let input, input["answered"]?.bool == true else { return nil }
    if input["secret"]?.bool == true { return Self.dots }
    return label(input["value"], of: value) ?? "\"\""
  }

  /// The default that a person can make something of: where there are options, one of them.
  private func preset(of value: JSON) -> String? {
    let options = value["options"]?.array ?? []
    guard options.isEmpty || options.contains(where: { $0["value"] == value["default"] }) else { return nil }
    return label(value["default"], of: value)
  }

  /// The label of a value among the options, else the value itself.
  private func label(_ answer: JSON?, of value: JSON) -> String? {
    for option in value["options"]?.array ?? [] where option["value"] == answer {
      return oneLine(option["label"])
    }
    return oneLine(answer)
  }

  /// The inputs that a person answers: whether a value is only to be checked is a client's business until somebody says so.
  private func inputs(of value: JSON) -> [(number: Int, input: JSON)] {
    (value["inputs"]?.array ?? []).enumerated().map { (number: $0, input: $1) }
      .filter { $0.input["field"] != "validateOnly" || $0.input["answered"]?.bool == true }
  }

  /// The lines below a callback: what is wrong, options, inputs where there are several, what an unknown type holds.
  private func details(_ value: JSON) -> [(String, TextStyle)] {
    var lines: [(String, TextStyle)] = []
    let failed = value["failedPolicies"]?.array ?? []
    for policy in failed {
      lines.append(("! \(text(policy["message"]) ?? oneLine(policy["policy"]) ?? "refused by a policy")", .bad))
    }
    let rules = PolicyRules.lines(value["outputs"]?["policies"]).filter { rule in
      !failed.contains { $0["message"]?.string == rule }
    }
    let told = rules.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: " · ")
    if !told.isEmpty { lines.append((ServerText.line(told, limit: 600), .faint)) }
    if let info = text(value["info"]) { lines.append((info, .faint)) }
    lines += options(value)
    let inputs = inputs(of: value)
    if inputs.count > 1 { lines += several(inputs, of: value) }
    if let derived = oneLine(value["derivedType"]) { lines.append((derived, .faint)) }
    if let number = oneLine(value["challengeNumber"]) { lines.append(("pick \(number) on the phone", .heading)) }
    if let codes = value["recoveryCodes"]?.array, !codes.isEmpty {
      lines.append(("recovery codes, shown only this once:", .heading))
      lines += codes.compactMap { oneLine($0) }.map { ("  \($0)", .plain) }
    }
    lines += unknownOutputs(value)
    return lines
  }

  /// What a callback holds that says nothing in the ways that are known.
  private func unknownOutputs(_ value: JSON) -> [(String, TextStyle)] {
    if value["type"] == "ConsentMappingCallback" { return consent(value["outputs"]) }
    guard
      ["prompt", "message", "options", "derivedType", "waitMilliseconds", "uri"].allSatisfy({
        value[$0]?.isNull ?? true
      })
    else {
      return []
    }
    let isRedirect = value["type"] == "RedirectCallback"
    let outputs = value["outputs"]?.object?.members ?? []
    return outputs.filter { !isRedirect || !Self.isTold(ofRedirect: $0) }.map { member in
      ("\(ServerText.line(member.name)): \(oneLine(member.value, limit: 120) ?? "null")", .faint)
    }
  }

  /// The address stands below the step, whole, and is one to open.
  private static func isTold(ofRedirect output: JSON.Object.Member) -> Bool {
    ["redirectUrl", "trackingCookie"].contains(output.name) || output.name == "redirectMethod" && output.value == "GET"
  }

  /// What is shared, and with what.
  private func consent(_ outputs: JSON?) -> [(String, TextStyle)] {
    let fields = (outputs?["fields"]?.array ?? []).compactMap { oneLine($0) }.joined(separator: ", ")
    return [
      ("shared with", oneLine(outputs?["displayName"]) ?? oneLine(outputs?["name"])), ("fields", fields),
      ("access", oneLine(outputs?["accessLevel"])),
    ].compactMap { label, text in text.flatMap { $0.isEmpty ? nil : ("\(label): \($0)", .faint) } }
  }

  private func options(_ value: JSON) -> [(String, TextStyle)] {
    // What `set` takes: the value, and the place of a security question, whose value is its whole text.
    let options = (value["options"]?.array ?? []).enumerated().map { place, option in
      let written: JSON = isQuestion(value) ? .number(JSON.Number(place)) : option["value"] ?? .null
      return (written: written, label: option["label"])
    }
    // Numbers stand below one another.
    let width = options.map { oneLine($0.written)?.utf8.count ?? 0 }.max() ?? 0
    return options.map { value, label in
      let text = oneLine(value) ?? ""
      let written = value.integer == nil ? text : String(repeating: " ", count: width - text.utf8.count) + text
      let label = oneLine(label) ?? ""
      return (label == written || label.isEmpty ? written : "\(written)  \(label)", .plain)
    }
  }

  private func isQuestion(_ value: JSON) -> Bool { value["type"]?.string == "KbaCreateCallback" }

  /// What is to be written for an input of a security question.
  private func note(on field: String, of value: JSON) -> String? {
    guard isQuestion(value) else { return nil }
    if field == "answer" { return "your answer" }
    let takesOwn = value["outputs"]?["allowUserDefinedQuestions"]?.bool ?? true
    return takesOwn ? "a number, or a question of your own" : "a number"
  }

  /// Each input by the name that `set` takes: `2.question = …`, without a name `0.0  IDToken1 (string)`.
  private func several(_ inputs: [(number: Int, input: JSON)], of value: JSON) -> [(String, TextStyle)] {
    let index = value["index"]?.integer ?? 0
    return inputs.map { number, input in
      let field = oneLine(input["field"]) ?? ""
      let name = [oneLine(input["name"]) ?? "", oneLine(input["type"]).map { "(\($0))" } ?? ""].joined(separator: " ")
      let target = field.isEmpty ? "\(index).\(number)  \(name)" : "\(index).\(field)"
      let answer = answer(input, of: value).map { " = \($0)" } ?? note(on: field, of: value).map { "  \($0)" } ?? ""
      return ("\(target)\(answer)", .plain)
    }
  }

  private func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
