import JSON

/// What stands for IDM's managed object schema, its policies, and its settings of questions, terms and consent (journey-nodes 9).
struct ProfileRules: Sendable {
  struct Attribute: Sendable {
    enum Kind: Sendable {
      case string, number, boolean
    }

    var title: String
    var kind: Kind = .string
    var isRequired = false
    var policies: [Policy] = []
  }

  var attributes: [String: Attribute]
  /// Question texts by id and language.
  var questions: [(id: String, text: LocalizedText)]
  var minimumAnswersToDefine = 2
  var minimumAnswersToVerify = 1
  var allowedFailures = 3
  var terms: Terms
  var consentMappings: [Consent]

  struct Terms: Sendable {
    var version: String
    var text: LocalizedText
    var created: String
  }

  struct Consent: Sendable {
    var name: String
    var displayName: String
    var icon: String
    var accessLevel: String
    var fields: [String]
  }

  /// An attribute of the schema, also with the prefix of those that a tenant has added; one that is not in it is a text without rules.
  func attribute(_ pointer: String) -> Attribute {
    let plain = pointer.hasPrefix("custom_") ? String(pointer.dropFirst(7)) : pointer
    return attributes[pointer] ?? attributes[plain] ?? Attribute(title: pointer)
  }

  static let standard = ProfileRules(
    attributes: [
      "userName": Attribute(
        title: "Username", isRequired: true,
        policies: [.required, .uniqueUsername, .forbidden(["/"]), .minimumLength(1), .maximumLength(255)]),
      "password": Attribute(
        title: "Password", isRequired: true,
        policies: [.minimumLength(8), .capitals(1), .numbers(1), .notContaining(["userName", "givenName", "sn"])]),
      "mail": Attribute(title: "Email Address", isRequired: true, policies: [.required, .mailFormat]),
      "givenName": Attribute(title: "First Name", isRequired: true, policies: [.required]),
      "sn": Attribute(title: "Last Name", isRequired: true, policies: [.required]),
      "telephoneNumber": Attribute(title: "Telephone Number", policies: [.phoneFormat]),
      "age": Attribute(title: "How old are you?", kind: .number),
      "preferences/updates": Attribute(title: "Send me news and updates", kind: .boolean),
      "preferences/marketing": Attribute(title: "Send me special offers and services", kind: .boolean),
    ],
    questions: [
      ("1", LocalizedText(["en": "What's your favorite color?", "fr": "Quelle est votre couleur préférée ?"])),
      ("2", LocalizedText(["en": "Who was your first employer?"])),
    ],
    terms: Terms(
      version: "0.0", text: LocalizedText(["en": "These are the terms and conditions of the sandbox."]),
      created: "2019-10-28T04:20:11.320Z"),
    consentMappings: [
      Consent(
        name: "managedUser_managedUser", displayName: "Identity Mapping", icon: "device-hub",
        accessLevel: "Actual Profile", fields: [])
    ])
}

/// One policy on an attribute (am-protocol 4).
enum Policy: Sendable {
  case required
  case uniqueUsername
  case forbidden([String])
  case minimumLength(Int)
  case maximumLength(Int)
  case capitals(Int)
  case numbers(Int)
  case notContaining([String])
  case mailFormat
  case phoneFormat

  var id: String {
    switch self {
    case .required: "required"
    case .uniqueUsername: "valid-username"
    case .forbidden: "cannot-contain-characters"
    case .minimumLength: "minimum-length"
    case .maximumLength: "maximum-length"
    case .capitals: "at-least-X-capitals"
    case .numbers: "at-least-X-numbers"
    case .notContaining: "cannot-contain-others"
    case .mailFormat: "valid-email-address-format"
    case .phoneFormat: "valid-phone-format"
    }
  }

  /// The code that a failure names (am-protocol 4.3).
  var requirement: String {
    switch self {
    case .required: "REQUIRED"
    case .uniqueUsername: "VALID_USERNAME"
    case .forbidden: "CANNOT_CONTAIN_CHARACTERS"
    case .minimumLength: "MIN_LENGTH"
    case .maximumLength: "MAX_LENGTH"
    case .capitals: "AT_LEAST_X_CAPITAL_LETTERS"
    case .numbers: "AT_LEAST_X_NUMBERS"
    case .notContaining: "CANNOT_CONTAIN_OTHERS"
    case .mailFormat: "VALID_EMAIL_ADDRESS_FORMAT"
    case .phoneFormat: "VALID_PHONE_FORMAT"
    }
  }

  var parameters: JSON.Object? {
    switch self {
    case .forbidden(let characters): ["forbiddenChars": .array(characters.map(JSON.string))]
    case .minimumLength(let length): ["minLength": .number(JSON.Number(length))]
    case .maximumLength(let length): ["maxLength": .number(JSON.Number(length))]
    case .capitals(let count): ["numCaps": .number(JSON.Number(count))]
    case .numbers(let count): ["numNums": .number(JSON.Number(count))]
    case .notContaining(let fields): ["disallowedFields": .string(fields.joined(separator: ","))]
    case .required, .uniqueUsername, .mailFormat, .phoneFormat: nil
    }
  }

  /// Whether a value keeps it. `object` is the profile that the value is to be part of; `isTaken` tells a name that another user has.
  func allows(_ value: String, in object: JSON.Object, isTaken: (String) -> Bool) -> Bool {
    switch self {
    case .required: return !value.isEmpty
    case .uniqueUsername: return !isTaken(value)
    case .forbidden(let characters): return !characters.contains { value.contains($0) }
    case .minimumLength(let length): return value.count >= length
    case .maximumLength(let length): return value.count <= length
    case .capitals(let count): return value.filter(\.isUppercase).count >= count
    case .numbers(let count): return value.filter(\.isNumber).count >= count
    case .notContaining(let fields):
      return !fields.contains { field in
        guard let other = object.value(at: field)?.string, !other.isEmpty else { return false }
        return value.lowercased().contains(other.lowercased())
      }
    case .mailFormat:
      let parts = value.split(separator: "@", omittingEmptySubsequences: false)
      return value.isEmpty
        || (parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") } && parts[1].contains("."))
    case .phoneFormat:
      return value.isEmpty || value.unicodeScalars.allSatisfy { "+0123456789 -()./".unicodeScalars.contains($0) }
    }
  }
}
