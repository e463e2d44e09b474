import JSON
import Testing

@testable import JourneyEngine

@Suite struct FailedPolicyTests {
  /// The codes of am-protocol 4.3.
  private static let codes = [
    "REQUIRED", "IS_NUMBER", "IS_NUMBER_GREATER_ZERO", "VALID_NUMBER", "VALID_INT", "VALID_BOOLEAN", "UNIQUE",
    "VALID_USERNAME", "MIN_LENGTH",
    "MAX_LENGTH", "LENGTH_BASED", "AT_LEAST_X_CAPITAL_LETTERS", "AT_LEAST_X_NUMBERS",
    "MUST_CONTAIN_LOWERCASE_CHARACTERS",
    "MUST_CONTAIN_SPECIAL_CHARACTERS", "CANNOT_CONTAIN_OTHERS", "CANNOT_CONTAIN_CHARACTERS",
    "CANNOT_CONTAIN_DUPLICATES", "MATCH_REGEXP",
    "VALID_TYPE", "VALID_DATE", "VALID_DATE_FORMAT", "VALID_TIME_FORMAT", "VALID_DATE_TIME_FORMAT", "VALID_ENUM_VALUE",
    "VALID_ARRAY_ITEMS",
    "MIN_ITEMS", "VALID_EMAIL_ADDRESS_FORMAT", "VALID_NAME_FORMAT", "VALID_PHONE_FORMAT", "VALID_QUERY_FILTER",
    "MINIMUM_NUMBER_VALUE",
    "MAXIMUM_NUMBER_VALUE", "IS_NEW",
  ]

  @Test(arguments: codes)
  func `every code has a line of its own, without parameters too`(_ code: String) {
    let policy = FailedPolicy(["policyRequirement": .string(code)])
    #expect(policy.policy == code)
    #expect(!policy.message.contains(code) && policy.message.contains(" "))
    #expect(!policy.message.contains("\n"))
  }

  @Test(arguments: [
    (#"{ "params": { "minLength": 8 }, "policyRequirement": "MIN_LENGTH" }"#, "Must have at least 8 characters."),
    (#"{"policyRequirement":"MIN_LENGTH","params":{"minLength":"1"}}"#, "Must have at least 1 character."),
    (#"{"policyRequirement":"MAX_LENGTH","params":{"maxLength":255}}"#, "Must have at most 255 characters."),
    (
      #"{"policyRequirement":"LENGTH_BASED","params":{"max-password-length":0,"min-password-length":8}}"#,
      "Must have at least 8 characters."
    ),
    (
      #"{"policyRequirement":"LENGTH_BASED","params":{"max-password-length":64,"min-password-length":8}}"#,
      "Must have 8 to 64 characters."
    ),
    (
      #"{"policyRequirement":"AT_LEAST_X_CAPITAL_LETTERS","params":{"numCaps":1}}"#,
      "Must have at least 1 capital letter."
    ),
    (#"{"policyRequirement":"AT_LEAST_X_NUMBERS","params":{"numNums":2}}"#, "Must have at least 2 digits."),
    (
      #"{"policyRequirement":"CANNOT_CONTAIN_OTHERS","params":{"disallowedFields":["userName","sn"]}}"#,
      "Must not contain the value of: userName, sn"
    ),
    (#"{"policyRequirement":"CANNOT_CONTAIN_CHARACTERS","params":{"forbiddenChars":["/"]}}"#, "Must not contain: /"),
    (#"{"policyRequirement":"MATCH_REGEXP","params":{"regexp":"^a+$","flags":"i"}}"#, "Must match: ^a+$ (flags i)"),
    (
      #"{"policyRequirement":"VALID_TYPE","params":{"types":["string"],"invalidType":"number"}}"#,
      "Must be of the type: string (it is number)"
    ),
    (
      #"{"policyRequirement":"VALID_TYPE","params":{"validTypes":["string","null"]}}"#,
      "Must be of the type: string, null"
    ),
    (#"{"policyRequirement":"MINIMUM_NUMBER_VALUE","params":{"any":18}}"#, "Must not be below: 18"),
    (#"{"policyRequirement":"IS_NEW","params":{"historyLength":5}}"#, "Must not be one of the last 5."),
    (#"{"policyRequirement":"ACME_RULE","params":{"limit":3,"list":["a","b"]}}"#, "ACME_RULE (limit: 3; list: a, b)"),
    (#"{"policyRequirement":"ACME_RULE"}"#, "ACME_RULE"),
    ("The password is on a list of stolen ones", "The password is on a list of stolen ones"),
    (#"{"policyRequirement":"#, #"{"policyRequirement":"#),
    (#"{"params":{"minLength":8}}"#, #"{"params":{"minLength":8}}"#),
  ])
  func `a rule reads as one line with its limits`(_ text: String, _ line: String) {
    #expect(FailedPolicy(.string(text)).message == line)
  }

  @Test func `entries are texts, objects or anything`() {
    let callback = make(
      "ValidatedCreatePasswordCallback",
      [
        (
          "failedPolicies",
          [#"{"policyRequirement":"REQUIRED"}"#, ["policyRequirement": "UNIQUE", "params": .null], "words", 5, .null]
        )
      ])
    #expect(callback.failedPolicies.map(\.policy) == ["REQUIRED", "UNIQUE", "words", "5", "null"])
    for none in [.null, [:], "x", 0] as [JSON] {
      #expect(make("ValidatedCreatePasswordCallback", [("failedPolicies", none)]).failedPolicies.isEmpty)
    }
  }
}
