package import JSON

/// The readable line for each requirement code, with its limits.
///
/// A limit that is missing leaves a line without a number; a code that is not known is shown as it is, with its
/// parameters.
///
/// - Source: am-protocol 4.3.
enum PolicyText {
  static func line(_ code: String, _ params: JSON.Object) -> String {
    fixed[code] ?? limited(code, params) ?? unknown(code, params)
  }

  private static let fixed = [
    "REQUIRED": "A value is required.",
    "IS_NUMBER": "Must be a number.",
    "IS_NUMBER_GREATER_ZERO": "Must be a number above zero.",
    "VALID_NUMBER": "Must be a number.",
    "VALID_INT": "Must be a whole number.",
    "VALID_BOOLEAN": "Must be true or false.",
    "UNIQUE": "Is taken already.",
    "VALID_USERNAME": "Is not a user name that can be used; it may be taken already.",
    "VALID_EMAIL_ADDRESS_FORMAT": "Must be an e-mail address.",
    "VALID_NAME_FORMAT": "Must be a name.",
    "VALID_PHONE_FORMAT": "Must be a phone number.",
    "VALID_QUERY_FILTER": "Must be a query filter.",
    "VALID_ARRAY_ITEMS": "Holds an item that is not allowed.",
    "MUST_BE_ACCEPTED": "Must be accepted.",
  ]

  private static func limited(_ code: String, _ params: JSON.Object) -> String? {
    switch code {
    case "MIN_LENGTH": return length(least: params["minLength"], most: nil) ?? "Is too short."
    case "MAX_LENGTH": return length(least: nil, most: params["maxLength"]) ?? "Is too long."
    case "LENGTH_BASED":
      return length(least: params["min-password-length"], most: params["max-password-length"])
        ?? "Does not have the right length."
    case "AT_LEAST_X_CAPITAL_LETTERS": return count(params["numCaps"], "capital letter")
    case "AT_LEAST_X_NUMBERS": return count(params["numNums"], "digit")
    case "MUST_CONTAIN_LOWERCASE_CHARACTERS": return count(params["requiredChars"], "small letter")
    case "MUST_CONTAIN_SPECIAL_CHARACTERS": return count(params["requiredChars"], "special character")
    case "CANNOT_CONTAIN_OTHERS":
      return with(params["disallowedFields"], "Must not contain the value of", "another field")
    case "CANNOT_CONTAIN_CHARACTERS": return with(params["forbiddenChars"], "Must not contain", "forbidden characters")
    case "CANNOT_CONTAIN_DUPLICATES": return with(params["duplicateValue"], "Must not contain twice", "the same value")
    case "MATCH_REGEXP": return pattern(params)
    case "VALID_TYPE": return type(params)
    case "VALID_DATE", "VALID_DATE_FORMAT": return with(params["format"], "Must be a date", nil)
    case "VALID_TIME_FORMAT": return with(params["format"], "Must be a time", nil)
    case "VALID_DATE_TIME_FORMAT": return with(params["format"], "Must be a date and time", nil)
    case "VALID_ENUM_VALUE": return with(params["enum"], "Must be one of", "the values that are allowed")
    case "MIN_ITEMS": return count(params["minItems"], "item")
    case "MINIMUM_NUMBER_VALUE": return bound(params, "Must not be below", "Is too small.")
    case "MAXIMUM_NUMBER_VALUE": return bound(params, "Must not be above", "Is too large.")
    case "IS_NEW": return history(params["historyLength"])
    default: return nil
    }
  }

  private static func length(least: JSON?, most: JSON?) -> String? {
    // Zero stands for no limit.
    let least = least.flatMap { $0.lenientInteger == 0 ? nil : shown($0) }
    let most = most.flatMap { $0.lenientInteger == 0 ? nil : shown($0) }
    switch (least, most) {
    case (let least?, let most?): return "Must have \(least) to \(most) characters."
    case (let least?, nil): return "Must have at least \(least) \(least == "1" ? "character" : "characters")."
    case (nil, let most?): return "Must have at most \(most) \(most == "1" ? "character" : "characters")."
    case (nil, nil): return nil
    }
  }

  private static func count(_ number: JSON?, _ thing: String) -> String {
    let number = shown(number) ?? "1"
    return "Must have at least \(number) \(number == "1" ? thing : thing + "s")."
  }

  private static func with(_ value: JSON?, _ start: String, _ otherwise: String?) -> String {
    if let value = shown(value) { return "\(start): \(value)" }
    return otherwise.map { "\(start) \($0)." } ?? "\(start)."
  }

  private static func pattern(_ params: JSON.Object) -> String {
    guard let pattern = shown(params["regexp"]) else { return "Does not have the right form." }
    let flags = shown(params["flags"]).map { " (flags \($0))" } ?? ""
    return "Must match: \(pattern)\(flags)"
  }

  private static func type(_ params: JSON.Object) -> String {
    let types = shown(params["types"]) ?? shown(params["validTypes"])
    let sent = shown(params["invalidType"]).map { " (it is \($0))" } ?? ""
    return types.map { "Must be of the type: \($0)\(sent)" } ?? "Is of the wrong type\(sent)."
  }

  /// The name of the parameter is not known: where there is one alone, it is the limit.
  private static func bound(_ params: JSON.Object, _ start: String, _ otherwise: String) -> String {
    let limits = params.members.filter { $0.value.lenientInteger != nil || $0.value.double != nil }
    return limits.count == 1 ? with(limits[0].value, start, nil) : otherwise
  }

  private static func history(_ number: JSON?) -> String {
    shown(number).map { "Must not be one of the last \($0)." } ?? "Must not be one that was used before."
  }

  private static func unknown(_ code: String, _ params: JSON.Object) -> String {
    let list = params.members.map { "\($0.name): \(shown($0.value) ?? "")" }
    return list.isEmpty ? code : "\(code) (\(list.joined(separator: "; ")))"
  }

  /// Lists with commas, texts without quotes; nil for nothing.
  private static func shown(_ value: JSON?) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text.isEmpty ? nil : text
    case .array(let entries)?:
      let texts = entries.compactMap(shown)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case let value?: return value.text()
    }
  }
}

/// The rules that an input has to keep, as the output `policies` says them before anything was refused.
///
/// - Source: am-protocol 4.1.
package enum PolicyRules {
  /// Told by the form of the question itself, or by nothing but the server's answer.
  private static let plain: Set<String> = ["REQUIRED", "VALID_TYPE", "UNIQUE", "VALID_USERNAME"]

  /// A readable line for each rule; none for what is no list of policies.
  package static func lines(_ output: JSON?) -> [String] {
    var seen: Set<String> = []
    return (output?["policies"]?.array ?? []).flatMap { policy -> [String] in
      let params = policy["params"]?.object ?? JSON.Object()
      let codes = (policy["policyRequirements"]?.array ?? []).compactMap(\.string)
      return codes.filter { !plain.contains($0) }.map { PolicyText.line($0, params) }
    }.filter { seen.insert($0).inserted }
  }
}
