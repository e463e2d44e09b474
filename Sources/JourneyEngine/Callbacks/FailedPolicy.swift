public import JSON

/// One rule that the last value of an input broke.
///
/// Wire: output `failedPolicies`, an array whose entries are JSON texts, each to be parsed on its own: `"{
/// \"params\": { \"minLength\": 8 }, \"policyRequirement\": \"MIN_LENGTH\" }"`. Also taken: the object itself, and
/// plain words, which scripts send. `params` may be missing.
///
/// - Source: am-protocol 4.2, 4.3.
public struct FailedPolicy: Sendable, Hashable {
  /// The code, such as `MIN_LENGTH`; of an entry that is none the text itself.
  public let policy: String
  /// The limits that the rule names, empty where there are none.
  public let params: JSON.Object
  /// One line for a person.
  public let message: String

  /// The entries of a `failedPolicies` output, none for anything that is no array.
  static func list(_ output: JSON?) -> [FailedPolicy] {
    (output?.array ?? []).map(FailedPolicy.init)
  }

  init(_ entry: JSON) {
    let text = entry.string
    let parsed = text.flatMap { try? JSON(parsing: $0) } ?? entry
    if let code = parsed["policyRequirement"]?.string {
      policy = code
      params = parsed["params"]?.object ?? JSON.Object()
      message = PolicyText.line(code, params)
    } else {
      policy = text ?? entry.text()
      params = JSON.Object()
      message = policy
    }
  }
}
