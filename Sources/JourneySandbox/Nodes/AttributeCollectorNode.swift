import JSON

/// Asks for profile attributes, each with the callback of its type.
struct AttributeCollectorNode: Node {
  private let attributes: [String]
  private let isRequired: Bool
  private let validates: Bool
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    attributes = configuration.list("attributesToCollect")
    isRequired = configuration.flag("required", else: false)
    validates = configuration.flag("validateInputs", else: false)
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard !attributes.isEmpty else { return .outcome("outcome") }
    let answers = visit.answers.filter { $0.type.hasSuffix("AttributeInputCallback") }
    guard answers.count == attributes.count else {
      return .ask(attributes.map { draft($0, visit, answer: nil, failed: []) })
    }
    let check = ProfileCheck(visit: visit)
    let failed = zip(attributes, answers).map { attribute, answer in
      validates
        ? check.failures(attribute, answer.values[0].string ?? "").filter { _ in answer.type.hasPrefix("String") } : []
    }
    let isMissing = isRequired && answers.contains { $0.values[0].isNull || $0.values[0].string == "" }
    guard !isMissing, failed.allSatisfy(\.isEmpty), !(validates && answers.contains { $0.flag(1) }) else {
      return .ask(
        attributes.indices.map { draft(attributes[$0], visit, answer: answers[$0], failed: failed[$0]) })
    }
    for (attribute, answer) in zip(attributes, answers) where !answer.values[0].isNull {
      visit.state.setShared(attribute: attribute, answer.values[0])
    }
    return .outcome("outcome")
  }

  private func draft(_ attribute: String, _ visit: Visit, answer: AnsweredCallback?, failed: [JSON]) -> CallbackDraft {
    let schema = visit.services.profile.attribute(attribute)
    let user = visit.state.identity(identityAttribute).flatMap {
      visit.realm.users.user(where: identityAttribute, is: $0)
    }
    let known = answer?.values[0] ?? visit.state.objectAttributes.value(at: attribute) ?? user?.attribute(attribute)
    let (type, value, kind): (String, JSON, CallbackDraft.InputKind) =
      switch schema.kind {
      case .string: ("StringAttributeInputCallback", .string(known?.string ?? ""), .text)
      case .number: ("NumberAttributeInputCallback", known?.double == nil ? .null : known ?? .null, .number)
      case .boolean: ("BooleanAttributeInputCallback", .bool(known?.bool ?? false), .boolean)
      }
    return CallbackDraft(
      type,
      outputs: [
        ("name", .string(attribute)), ("prompt", .string(schema.title)), ("required", .bool(isRequired)),
        ("policies", validates ? ProfileCheck(visit: visit).policies(attribute) : [:]),
        ("failedPolicies", .array(failed)),
        ("validateOnly", .bool(answer?.flag(1) ?? false)), ("value", value),
      ], inputs: [CallbackDraft.Input(suffix: "", kind: kind, value: value), .flag("validateOnly")])
  }
}
