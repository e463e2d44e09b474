public import JSON

/// A callback whose value the server checks against rules.
///
/// Wire: outputs `policies` (an object, `{}` for no rules; older servers `[]` or null), `failedPolicies`,
/// `validateOnly`, `prompt`; inputs the value and, from AM 7.1 on, `IDTokenNvalidateOnly`, a boolean.
///
/// - Source: am-protocol 2.10, 3.1, 3.4, 4.1.
public protocol ValidatedCallback: PromptedCallback {}

extension ValidatedCallback {
  /// The rules as the server sent them, empty where there are none.
  public var policies: JSON.Object { wire.output("policies")?.object ?? JSON.Object() }

  /// The codes of the rules, such as `MIN_LENGTH`. The server may refuse for others too.
  public var policyRequirements: [String] {
    (policies["policyRequirements"]?.array ?? []).compactMap(\.string)
  }

  /// Asks the server to check the value and to send the step again instead of moving on. Servers up to AM 7.0 know
  /// no such input: setting it does nothing there.
  public var validateOnly: Bool {
    get { wire.input(suffix: "validateOnly").flatMap { wire.current($0) }?.lenientBool ?? false }
    set { setInput(wire.input(suffix: "validateOnly"), .bool(newValue)) }
  }

  /// The switch as a boolean, the value by the rule of the type.
  func validated(
    _ answer: Answer, input: Int, value: (Answer) throws(AnswerError) -> JSON
  ) throws(AnswerError) -> JSON {
    input == wire.input(suffix: "validateOnly") ? try Conversion.boolean(answer) : try value(answer)
  }
}
