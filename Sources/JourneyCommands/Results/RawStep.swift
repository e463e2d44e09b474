import JSON
import JourneyEngine

/// The document of a step for `show --raw`: as received, with `authId`, `tokenId` and the values of secret inputs masked.
enum RawStep {
  static func masked(_ step: Step, secrets: Set<InputPlace>) -> JSON {
    guard case .object(var object) = step.document else { return step.document }
    for name in ["authId", "tokenId"] {
      if let text = object[name]?.string { object[name] = .string(Masking.masked(text)) }
    }
    if let entries = object["callbacks"]?.array {
      object["callbacks"] = .array(
        zip(entries, step.callbacks).map { entry, callback in maskInputs(entry, of: callback, secrets) })
    }
    return .object(object)
  }

  private static func maskInputs(_ entry: JSON, of callback: any Callback, _ secrets: Set<InputPlace>) -> JSON {
    guard case .object(var object) = entry, var inputs = object["input"]?.array else { return entry }
    let names = callback.wire.inputs
    for number in names.indices {
      let isSecret = callback.isSecret(input: number) || secrets.contains(InputPlace(callback.wire.index, number))
      let position = names[number].position
      guard isSecret, inputs.indices.contains(position), case .object(var input) = inputs[position],
        let value = input["value"]
      else { continue }
      input["value"] = Masking.hidden(value)
      inputs[position] = .object(input)
    }
    object["input"] = .array(inputs)
    return .object(object)
  }
}

extension RawStep {
  /// The document that a node came from; null where none did.
  static func document(of node: any Node, reveal: Bool, secrets: Set<InputPlace>) -> JSON {
    switch node {
    case let node as ContinueNode: reveal ? node.step.document : masked(node.step, secrets: secrets)
    case let node as SuccessNode: reveal ? .object(node.input) : masked(.object(node.input))
    case let node as ErrorNode: reveal ? .object(node.input) : masked(.object(node.input))
    default: .null
    }
  }

  private static func masked(_ document: JSON) -> JSON {
    Masking.masked(document) { ["authid", "tokenid"].contains($0.lowercased()) }
  }
}
