import JSON
import Testing

@testable import JourneyEngine

func makeCallbacks(_ step: JSON) -> [any Callback] {
  (step["callbacks"]?.array ?? []).enumerated().map { index, received in
    CallbackCatalogue.make(received, index: index, step: StepContext(step))
  }
}

/// A callback from its parts; the inputs are numbered as the first of a step.
func make(
  _ type: String, _ outputs: [(String, JSON)] = [], inputs: [(suffix: String, value: JSON)] = [("", "")],
  step: JSON = .null
) -> any Callback {
  let received: JSON = [
    "type": .string(type),
    "output": .array(outputs.map { ["name": .string($0.0), "value": $0.1] }),
    "input": .array(inputs.map { ["name": .string("IDToken1\($0.suffix)"), "value": $0.value] }),
  ]
  return CallbackCatalogue.make(received, index: 0, step: StepContext(step))
}

func make<Known: Callback>(
  _ type: Known.Type, _ outputs: [(String, JSON)] = [], inputs: [(suffix: String, value: JSON)] = [("", "")]
) throws -> Known where Known: KnownCallback {
  try #require(make(Known.wireType, outputs, inputs: inputs) as? Known)
}

/// A callback with the values of its inputs taken out.
func withoutValues(_ callback: JSON) -> JSON {
  guard case .object(var members) = callback, case .array(let inputs)? = members["input"] else { return callback }
  members["input"] = .array(
    inputs.map { entry in
      guard case .object(var entry) = entry else { return entry }
      entry["value"] = nil
      return .object(entry)
    })
  return .object(members)
}

extension Callback {
  /// The values of all inputs as they go out.
  func sent(defaults: Bool = false) -> [JSON?] {
    wire.inputs.indices.map { outgoing(input: $0, defaults: defaults) }
  }

  func set(_ text: String, input: Int = 0) throws {
    try set(.text(text), input: input)
  }

  func set(json: JSON, input: Int = 0) throws {
    try set(.json(json), input: input)
  }
}
