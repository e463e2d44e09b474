import JSON

/// Checks profile attributes against the policies of the schema and says so in the forms of am-protocol 4.
struct ProfileCheck {
  let visit: Visit
  private var rules: ProfileRules { visit.services.profile }

  /// The `policies` output of a validating callback.
  func policies(_ attribute: String) -> JSON {
    let policies = rules.attribute(attribute).policies
    return [
      "policyRequirements": .array(policies.map { .string($0.requirement) }), "fallbackPolicies": .null,
      "name": .string(attribute),
      "policies": .array(
        policies.map { policy in
          var members: JSON.Object = [
            "policyRequirements": [.string(policy.requirement)], "policyId": .string(policy.id),
          ]
          if let parameters = policy.parameters { members["params"] = .object(parameters) }
          return .object(members)
        }), "conditionalPolicies": .null,
    ]
  }

  /// The policies that a value breaks, each as a JSON text.
  func failures(_ attribute: String, _ value: String) -> [JSON] {
    broken(attribute, value).map { policy in
      var members: JSON.Object = ["policyRequirement": .string(policy.requirement)]
      if let parameters = policy.parameters { members["params"] = .object(parameters) }
      return .string(JSON.object(members).text())
    }
  }

  func broken(_ attribute: String, _ value: String) -> [Policy] {
    let object = visit.state.objectAttributes
    let own = visit.state["_id"]?.string
    return rules.attribute(attribute).policies.filter { policy in
      !policy.allows(value, in: object) { name in
        visit.realm.users.user(name).map { $0.id != own } ?? false
      }
    }
  }
}

extension CallbackDraft {
  /// A callback with policies: `ValidatedCreateUsernameCallback` and `ValidatedCreatePasswordCallback`.
  static func validated(
    _ type: String, prompt: String, policies: JSON, failed: [JSON], value: String, validatesOnly: Bool
  ) -> CallbackDraft {
    var outputs: [(String, JSON)] = type == "ValidatedCreatePasswordCallback" ? [("echoOn", false)] : []
    outputs += [
      ("policies", policies), ("failedPolicies", .array(failed)), ("validateOnly", .bool(validatesOnly)),
      ("prompt", .string(prompt)),
    ]
    return CallbackDraft(type, outputs: outputs, inputs: [.text("", value), .flag("validateOnly")])
  }
}
