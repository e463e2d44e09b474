import JSON

/// A callback of a step as it was posted back: what was asked, and the value of each of its inputs.
struct AnsweredCallback: Sendable {
  var draft: CallbackDraft
  /// One for each input of the draft, of the input's kind.
  var values: [JSON]
  /// Whether it came back with the `_id` that it went out with.
  var isIdentified = true

  var type: String { draft.type }

  func text(_ input: Int = 0) -> String {
    values.indices.contains(input) ? values[input].string ?? "" : ""
  }

  func text(suffix: String) -> String {
    draft.inputs.firstIndex { $0.suffix == suffix }.map(text) ?? ""
  }

  /// An index; nil only where the callback has no input.
  var index: Int? { values.first?.integer }

  func flag(_ input: Int = 0) -> Bool {
    values.indices.contains(input) ? values[input].bool ?? false : false
  }

  /// The callback as it is shown again with what was typed in, passwords left out.
  var kept: CallbackDraft {
    var kept = draft
    guard !draft.hidesItsValue else { return kept }
    for index in kept.inputs.indices { kept.inputs[index].value = values[index] }
    return kept
  }
}

/// Reads what was posted for a step. Read-only callbacks may be missing and members that nobody knows are let through; an interactive
/// callback that is missing, and one that was not asked for, are refused, and so is a value of a wrong JSON type (am-protocol 11.0, 3.13).
enum AnswerReader {
  /// - Parameter all: every callback has to come back, in its place, as chains want it (am-protocol 2.5).
  static func read(_ posted: JSON?, for asked: [CallbackDraft], all: Bool = false) throws(AMError)
    -> [AnsweredCallback]
  {
    if all {
      let types = (posted?.array ?? []).map { $0["type"]?.string }
      guard types.count == asked.count else {
        throw AMError(400, "Incorrect number of callbacks found in JSON response")
      }
      guard types == asked.map({ Optional($0.type) }) else {
        throw AMError(400, "Required callback not found in JSON response")
      }
    }
    var answered: [AnsweredCallback] = []
    var next = 0
    for (place, callback) in (posted?.array ?? []).enumerated() {
      guard let type = callback["type"]?.string else {
        throw AMError(400, "Required callback not found in JSON response")
      }
      guard let found = match(type, id: callback["_id"]?.integer, from: next, in: asked) else {
        throw AMError(400, "Required callback not found in JSON response")
      }
      guard asked[next..<found].allSatisfy(\.isReadOnly) else {
        throw AMError(400, "Required callback not found in JSON response")
      }
      let draft = asked[found]
      answered.append(
        AnsweredCallback(
          draft: draft, values: try values(of: callback, for: draft, place: place),
          isIdentified: draft.id == callback["_id"]?.integer))
      next = found + 1
    }
    guard asked[next...].allSatisfy(\.isReadOnly) else {
      throw AMError(400, "Incorrect number of callbacks found in JSON response")
    }
    return answered
  }

  private static func match(_ type: String, id: Int?, from first: Int, in asked: [CallbackDraft]) -> Int? {
    if let id, let exact = asked[first...].firstIndex(where: { $0.id == id }), asked[exact].type == type {
      return exact
    }
    return asked[first...].firstIndex { $0.type == type }
  }

  /// The values by the suffix of the input's name, else by position (am-protocol 2.4).
  private static func values(of callback: JSON, for draft: CallbackDraft, place: Int) throws(AMError) -> [JSON] {
    guard !draft.isReadOnly else { return [] }
    let posted = callback["input"]?.array ?? []
    guard !posted.isEmpty else { throw AMError(500, "JSON Callback does not include a input field") }
    var values: [JSON] = []
    for (index, input) in draft.inputs.enumerated() {
      let bySuffix = posted.firstIndex { suffix($0["name"]?.string) == input.suffix }
      let found = bySuffix ?? (posted.count == draft.inputs.count && posted[index]["name"]?.string == nil ? index : nil)
      guard let found else {
        values.append(input.value)
        continue
      }
      let path = "/callbacks/\(place)/input/\(found)/value"
      values.append(try value(posted[found]["value"], kind: input.kind, path: path))
    }
    return values
  }

  /// What follows `IDToken<digits>`; nil for another name.
  private static func suffix(_ name: String?) -> String? {
    guard let name, name.hasPrefix("IDToken") else { return nil }
    return String(decoding: name.utf8.dropFirst(7).drop { (0x30...0x39).contains($0) }, as: UTF8.self)
  }

  private static func value(_ value: JSON?, kind: CallbackDraft.InputKind, path: String) throws(AMError) -> JSON {
    switch (kind, value) {
    case (.text, .string?): return value ?? .null
    case (.integer, .number(let number)?):
      // An index that no Int holds is out of range like any other that is too large.
      return .number(JSON.Number(number.integer ?? (number.double < 0 ? Int.min : Int.max)))
    case (.integer, .string(let text)?):
      if let number = Int(text) { return .number(JSON.Number(number)) }
    case (.boolean, .bool?): return value ?? .null
    case (.boolean, .string(let text)?):
      if text == "true" || text == "false" { return .bool(text == "true") }
    case (.number, .number?), (.number, .null?), (.number, nil): return value ?? .null
    case (.number, .string(let text)?):
      if text.isEmpty { return .null }
      if let number = JSON.Number(text: text) { return .number(number) }
    default: break
    }
    let wanted =
      switch kind {
      case .text: "java.lang.String"
      case .boolean: "java.lang.Boolean"
      case .integer, .number: "java.lang.Number"
      }
    throw AMError(500, "org.forgerock.json.JsonValueException: \(path): Expecting a \(wanted)")
  }
}
