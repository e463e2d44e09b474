import JSON
import JourneyEngine

/// A callback as CONTRACT.md 4 has it.
enum CallbackJSON {
  /// `secrets` are the inputs whose answers came as secrets, besides those that the type makes secret.
  static func value(_ callback: any Callback, secrets: Set<InputPlace>) -> JSON {
    let index = callback.wire.index
    let inputs = callback.wire.inputs.indices.map { number in
      input(callback, number, isSecret: callback.isSecret(input: number) || secrets.contains(InputPlace(index, number)))
    }
    var object: JSON.Object = [
      "index": .number(JSON.Number(index)), "type": optional(callback.type), "prompt": optional(callback.prompt),
      "message": optional(callback.message), "options": options(callback.options),
      "default": callback.defaultAnswer ?? .null, "info": optional(callback.info),
      "secret": .bool(inputs.contains { $0["secret"]?.bool == true }), "needsAnswer": .bool(callback.needsAnswer),
      "answered": .bool(callback.isAnswered), "inputs": .array(inputs),
      "failedPolicies": .array(
        callback.failedPolicies.map {
          ["policy": .string($0.policy), "params": .object($0.params), "message": .string($0.message)]
        }),
      "outputs": .object(outputs(callback)),
    ]
    if let wait = callback.waitMilliseconds { object["waitMilliseconds"] = .number(JSON.Number(wait)) }
    if let type = callback.messageType { object["messageType"] = .string(type) }
    if let type = callback.derivedType { object["derivedType"] = .string(type) }
    if let uri = callback.uri { object["uri"] = .string(uri) }
    if let codes = (callback as? TextOutputCallback)?.recoveryCodes {
      object["recoveryCodes"] = .array(codes.codes.map(JSON.string))
    }
    if let number = (callback as? HiddenValueCallback)?.pushChallengeNumber {
      object["challengeNumber"] = .string(number)
    }
    return .object(object)
  }

  private static func input(_ callback: any Callback, _ number: Int, isSecret: Bool) -> JSON {
    let input = callback.wire.inputs[number]
    let value = callback.wire.answer(number) ?? input.received
    return [
      "name": optional(input.name), "field": optional(input.suffix), "type": .string(type(of: input.received ?? value)),
      "secret": .bool(isSecret), "answered": .bool(callback.isAnswered(input: number)),
      "value": isSecret ? .null : value ?? .null,
    ]
  }

  /// Every output by name as sent; of two with one name the last.
  private static func outputs(_ callback: any Callback) -> JSON.Object {
    var object = JSON.Object()
    for output in callback.wire.outputs { object[output.name] = output.value }
    return object
  }

  private static func options(_ options: [CallbackOption]?) -> JSON {
    guard let options else { return .null }
    return .array(options.map { ["value": $0.value, "label": .string($0.label)] })
  }

  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  private static func type(of value: JSON?) -> String {
    switch value {
    case nil, .null, .string: "string"
    case .bool: "boolean"
    case .number: "number"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// One input of a step.
struct InputPlace: Sendable, Hashable {
  var callback: Int
  var input: Int

  init(_ callback: Int, _ input: Int) {
    self.callback = callback
    self.input = input
  }
}
