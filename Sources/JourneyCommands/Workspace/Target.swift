import JSON
import JourneyEngine

/// The inputs of a step that a target can mean (CONTRACT.md 3).
struct Target {
  typealias Place = TargetGrammar.Place

  private let callbacks: [any Callback]
  private let views: [TargetGrammar.View]

  init(in step: Step) {
    callbacks = step.callbacks
    views = step.callbacks.enumerated().map { index, callback in
      TargetGrammar.View(
        index: index, type: callback.type, prompt: callback.prompt,
        inputs: callback.wire.inputs.map { ($0.name, $0.suffix) })
    }
  }

  /// The callback that the target means, and the input where it names one.
  func place(of target: JSON) throws(Failure) -> Place {
    let found = places(of: target)
    if found.count == 1 { return found[0] }
    let text = ServerText.line(target.rawText)
    guard found.isEmpty else {
      throw unknown("\"\(text)\" fits more than one input.", found.map(name), hint: "Name one of them by its index.")
    }
    let near = near(target.rawText)
    throw unknown(
      "The step has no input \"\(text)\".", all.map(name),
      hint: near.isEmpty ? described : "Did you mean \(near.joined(separator: " or "))?")
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

  /// What somebody may have meant who wrote a target that the step has not: prompts first, quoted, then types and names.
  func near(_ text: String) -> [String] {
    let open = callbacks.filter { !$0.wire.inputs.isEmpty }
    let prompts = open.compactMap(\.prompt).map { ServerText.line(ServerText.readable($0), limit: 60) }
    let near = Text.near(text, among: prompts)
    if !near.isEmpty { return near.map { "\"\($0)\"" } }
    return Text.near(text, among: open.compactMap(\.type).map(TargetGrammar.shortType))
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

  private func places(of target: JSON) -> [Place] { TargetGrammar.places(of: target, in: views) }

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
    let type = callback.type.map(TargetGrammar.shortType) ?? "no type"
    let prompt = callback.prompt.map { ", \"\(ServerText.line(ServerText.readable($0), limit: 60))\"" } ?? ""
    return "\(index) (\(type)\(prompt))"
  }

  private func unknown(_ message: String, _ candidates: [String], hint: String?) -> Failure {
    Failure(.unknownTarget, message, hint: hint, data: ["candidates": .array(candidates.map(JSON.string))])
  }
}
