import JSON
import JourneyEngine

/// The inputs of a step that a target can mean (CONTRACT.md 3).
struct Target {
  /// What a target means: a callback, and the input of it where the target names one.
  struct Place: Hashable {
    var callback: Int
    var input: Int?
  }

  private let callbacks: [any Callback]

  init(in step: Step) {
    callbacks = step.callbacks
  }

  /// The callback that the target means, and the input where it names one.
  func place(of target: JSON) throws(Failure) -> Place {
    let found = places(of: target)
    if found.count == 1 { return found[0] }
    let text = ServerText.line(target.rawText)
    guard found.isEmpty else {
      throw unknown("\"\(text)\" fits more than one input.", found.map(name), hint: "Name one of them by its index.")
    }
    throw unknown("The step has no input \"\(text)\".", all.map(name), hint: described)
  }

  /// The one input that the target means, for an answer.
  func input(of target: JSON) throws(Failure) -> InputPlace {
    let place = try place(of: target)
    return try input(at: place, named: target)
  }

  /// The one input that the target means, nil where it means none in this step.
  func inputIfAny(of target: JSON) throws(Failure) -> InputPlace? {
    let found = places(of: target)
    if found.isEmpty { return nil }
    return try input(of: target)
  }

  private func input(at place: Place, named target: JSON) throws(Failure) -> InputPlace {
    let callback = callbacks[place.callback]
    if let input = place.input ?? callback.valueInput { return InputPlace(place.callback, input) }
    let inputs = callback.wire.inputs.indices.map { name(Place(callback: place.callback, input: $0)) }
    if inputs.isEmpty {
      throw unknown(
        "Callback \(place.callback) (\(callback.type ?? "without a type")) takes no answer.", all.map(name),
        hint: described)
    }
    throw unknown(
      "Callback \(place.callback) has several inputs.", inputs,
      hint: "Name one of them: \(inputs.joined(separator: ", ")).")
  }

  private func places(of target: JSON) -> [Place] {
    if let number = target.integer {
      return callbacks.indices.contains(number) ? [Place(callback: number)] : []
    }
    guard let text = target.string else { return [] }
    if let place = indexed(text) { return [place] }
    var found: [Place] = []
    for (index, callback) in callbacks.enumerated() {
      if let input = callback.wire.inputs.firstIndex(where: { $0.name == text }) {
        found.append(Place(callback: index, input: input))
      } else if !callback.wire.inputs.isEmpty, isType(text, of: callback) || isPrompt(text, of: callback) {
        found.append(Place(callback: index))
      }
    }
    return found
  }

  /// `0`, `0.1`, `0.question`
  private func indexed(_ text: String) -> Place? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Self.number(String(Substring(parts[0]))), callbacks.indices.contains(number) else { return nil }
    guard parts.count == 2 else { return Place(callback: number) }
    let field = String(Substring(parts[1]))
    let inputs = callbacks[number].wire.inputs
    if let input = Self.number(field), inputs.indices.contains(input) { return Place(callback: number, input: input) }
    return inputs.firstIndex { $0.suffix == field && !field.isEmpty }.map { Place(callback: number, input: $0) }
  }

  private static func number(_ text: String) -> Int? {
    guard (1...6).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      return nil
    }
    return Int(text)
  }

  private func isType(_ text: String, of callback: any Callback) -> Bool {
    callback.type == text || callback.type == text + "Callback"
  }

  /// The prompt as it is, or without the colon and the blanks at its end.
  private func isPrompt(_ text: String, of callback: any Callback) -> Bool {
    guard let prompt = callback.prompt, !text.isEmpty else { return false }
    if prompt == text { return true }
    var bare = Text.trimmed(prompt)
    if bare.utf8.last == UInt8(ascii: ":") { bare = Text.trimmed(String(bare.dropLast())) }
    return bare == text
  }

  /// Every place that can be answered.
  private var all: [Place] {
    callbacks.enumerated().flatMap { index, callback -> [Place] in
      guard !callback.wire.inputs.isEmpty else { return [] }
      if callback.valueInput != nil { return [Place(callback: index)] }
      return callback.wire.inputs.indices.map { Place(callback: index, input: $0) }
    }
  }

  private func name(_ place: Place) -> String {
    guard let input = place.input else { return "\(place.callback)" }
    let suffix = callbacks[place.callback].wire.inputs[input].suffix ?? ""
    return suffix.isEmpty ? "\(place.callback).\(input)" : "\(place.callback).\(suffix)"
  }

  /// The callbacks that take an answer, for a hint.
  private var described: String? {
    let texts = callbacks.enumerated().compactMap { index, callback in
      callback.wire.inputs.isEmpty ? nil : Self.described(callback, index)
    }
    return texts.isEmpty ? "This step takes no answers; 'next' goes on." : "It has \(texts.joined(separator: ", "))."
  }

  /// `0 (Name, "User Name")`
  static func described(_ callback: any Callback, _ index: Int) -> String {
    var type = callback.type ?? "no type"
    if type.hasSuffix("Callback"), type.count > 8 { type = String(type.dropLast(8)) }
    let prompt = callback.prompt.map { ", \"\(ServerText.line(ServerText.readable($0), limit: 60))\"" } ?? ""
    return "\(index) (\(type)\(prompt))"
  }

  private func unknown(_ message: String, _ candidates: [String], hint: String?) -> Failure {
    Failure(.unknownTarget, message, hint: hint, data: ["candidates": .array(candidates.map(JSON.string))])
  }
}
