import JSON

/// A JSON document of an exchange as it may be shown.
///
/// Masked are the members of `SecretNames.isMember`, of callbacks the outputs that may hold codes, and the values of inputs but for
/// those that hold none (`isPlain`).
struct MaskedDocument {
  /// Those that are known by their value, however short.
  let secrets: SecretRegistry

  func masked(_ value: JSON) -> JSON { masked(value, in: []) }

  /// - Parameter step: The callbacks among which the value stands.
  private func masked(_ value: JSON, in step: [JSON]) -> JSON {
    switch value {
    case .array(let items): return .array(items.map { masked($0, in: step) })
    case .object(let object):
      let step = object["callbacks"]?.array ?? step
      return .object(
        JSON.Object(
          object.members.map { member in
            if SecretNames.isMember(member.name) { return .init(name: member.name, value: dotted(member.value)) }
            switch member.name {
            case "input":
              return .init(
                name: member.name, value: entries(member.value) { isPlain($0, of: object["type"]?.string, in: step) })
            case "output":
              return .init(name: member.name, value: entries(member.value, isPlain: SecretNames.isPlainOutput))
            default: return .init(name: member.name, value: masked(member.value, in: step))
            }
          }))
    default: return value
    }
  }

  private func dotted(_ value: JSON) -> JSON {
    switch value {
    case .null, .bool, .number: value
    default: .string(SecretRegistry.dots)
    }
  }

  /// The inputs or outputs of a callback, with dots for the values that are not plain.
  private func entries(_ value: JSON, isPlain: (String) -> Bool) -> JSON {
    guard let items = value.array else { return masked(value) }
    return .array(
      items.map { item in
        guard case .object(var entry) = item, let content = entry["value"] else { return masked(item) }
        if !isPlain(entry["name"]?.string ?? "") || secrets.isSecret(content.rawText) {
          entry["value"] = content.string == "" ? content : dotted(content)
        }
        return .object(entry)
      })
  }

  /// Whether an input holds what is no secret and no code. A name is one where the step asks for the password, too: alone it is asked
  /// for by the nodes that take a code or a recovery code as well (am-protocol 3.2).
  private func isPlain(_ input: String, of type: String?, in step: [JSON]) -> Bool {
    let types = step.compactMap { $0["type"]?.string }
    switch type {
    case "ChoiceCallback", "ConfirmationCallback", "SelectIdPCallback", "LanguageCallback",
      "TermsAndConditionsCallback", "ConsentMappingCallback", "BooleanAttributeInputCallback",
      "NumberAttributeInputCallback", "StringAttributeInputCallback", "ValidatedCreateUsernameCallback":
      return true
    case "KbaCreateCallback": return input.hasSuffix("question")
    case "NameCallback":
      return types.filter { $0 == "NameCallback" }.count == 1 && types.contains("PasswordCallback")
    default: return false
    }
  }
}
