import JSON

/// Asks with the callbacks that stand in its configuration: for what no node of AM asks by itself, such as a type that no client knows or
/// what a tenant puts around its own pages. A type of the sandbox alone.
///
/// `callbacks` are callbacks in their wire form; `###` in a text becomes three random digits. `outcomes` are `{"type","value","outcome"}`: the
/// first whose callback came back with this value is taken, else `outcome`.
struct SandboxCallbacksNode: Node {
  private struct Rule: Sendable {
    let type: String
    let value: JSON
    let outcome: String
  }

  private let callbacks: [CallbackDraft]
  private let rules: [Rule]

  init(_ configuration: NodeConfiguration) throws(NodeFailure) {
    var callbacks: [CallbackDraft] = []
    for callback in configuration["callbacks"]?.array ?? [] {
      guard let draft = CallbackDraft(callback) else { throw NodeFailure("one of its callbacks has no type") }
      callbacks.append(draft)
    }
    guard callbacks.contains(where: { !$0.isReadOnly }) else { throw NodeFailure("it has no callback with an input") }
    self.callbacks = callbacks
    rules = (configuration["outcomes"]?.array ?? []).compactMap { rule in
      guard let type = rule["type"]?.string, let value = rule["value"], let outcome = rule["outcome"]?.string else {
        return nil
      }
      return Rule(type: type, value: value, outcome: outcome)
    }
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.answers.isEmpty else {
      let rule = rules.first { rule in visit.answers(rule.type).contains { $0.values.first == rule.value } }
      return .outcome(rule?.outcome ?? "outcome")
    }
    let digits = visit.services.tokens.digits(3)
    return .ask(callbacks.map { $0.replacing("###", with: digits) })
  }
}

extension CallbackDraft {
  /// A callback in its wire form, without the step that it stands in.
  fileprivate init?(_ json: JSON) {
    guard let type = json["type"]?.string else { return nil }
    let outputs = (json["output"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["value"] ?? .null) }
    let inputs = (json["input"]?.array ?? []).map { input in
      let name = (input["name"]?.string ?? "").utf8.dropFirst(7).drop { (0x30...0x39).contains($0) }
      return Input(suffix: String(decoding: name, as: UTF8.self), value: input["value"] ?? "", of: type)
    }
    self.init(type, outputs: outputs, inputs: inputs)
  }

  fileprivate func replacing(_ placeholder: String, with text: String) -> CallbackDraft {
    func replaced(_ value: JSON) -> JSON {
      value.string.map { .string($0.replacing(placeholder, with: text)) } ?? value
    }
    var draft = self
    for index in draft.outputs.indices { draft.outputs[index].value = replaced(draft.outputs[index].value) }
    for index in draft.inputs.indices { draft.inputs[index].value = replaced(draft.inputs[index].value) }
    return draft
  }
}

extension CallbackDraft.Input {
  /// An input that takes what it has.
  fileprivate init(suffix: String, value: JSON, of type: String) {
    let isIndex = type == "ChoiceCallback" || type == "ConfirmationCallback"
    let kind: CallbackDraft.InputKind =
      switch value {
      case .bool: .boolean
      case .number: isIndex ? .integer : .number
      default: .text
      }
    self.init(suffix: suffix, kind: kind, value: value)
  }
}
