import JSON

/// Fills steps by the names of their inputs.
enum Join {
  static func filled(_ step: JSON, user: String) -> JSON {
    var answers: [String: JSON] = [:]
    for (index, callback) in (step["callbacks"]?.array ?? []).enumerated() {
      let name = "IDToken\(index + 1)"
      switch callback["type"]?.string {
      case "ValidatedCreateUsernameCallback": answers[name] = .string(user)
      case "ValidatedCreatePasswordCallback": answers[name] = "Passw0rd"
      case "KbaCreateCallback":
        answers[name + "question"] = .string("Question \(index)?")
        answers[name + "answer"] = "answer"
      case "TermsAndConditionsCallback": answers[name] = true
      case "StringAttributeInputCallback": answers[name] = "new@example.org"
      default: break
      }
    }
    return set(step, answers)
  }

  static func set(_ step: JSON, _ answers: [String: JSON]) -> JSON {
    var document = step.object ?? JSON.Object()
    document["callbacks"] = .array(
      (step["callbacks"]?.array ?? []).map { callback in
        var members = callback.object ?? JSON.Object()
        guard let inputs = callback["input"]?.array else { return callback }
        members["input"] = .array(
          inputs.map { input in
            guard let name = input["name"]?.string, let value = answers[name] else { return input }
            return ["name": .string(name), "value": value]
          })
        return .object(members)
      })
    return .object(document)
  }
}
