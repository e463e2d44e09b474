public import JSON

/// One callback of a step: something to read, to answer, or both.
///
/// A callback is a view of the document that the server sent (`wire`): nothing is copied out of it and nothing is
/// lost. Each type of the catalogue has a class of its own, with the field names of Ping's SDK; what the server
/// sends beyond it is an ``UnknownCallback``. Most requirements have a default that holds for most types.
///
/// - Source: am-protocol 3; CONTRACT 3 and 4 for what is sent and shown.
public protocol Callback: AnyObject, Sendable {
  /// The callback as received, with the answers.
  var wire: WireCallback { get }

  // What there is to read.

  /// Nil where the server sent none.
  var type: String? { get }
  /// The question for the person.
  var prompt: String? { get }
  /// A text that is no question.
  var message: String? { get }
  /// Nil where the callback offers no list.
  var options: [CallbackOption]? { get }
  /// What the server suggests, in the form of the wire.
  var defaultAnswer: JSON? { get }
  /// This callback's text of the step's `infoText`.
  var info: String? { get }
  /// The rules that the last value broke.
  var failedPolicies: [FailedPolicy] { get }
  /// How long to wait before the step may be sent again; nil where there is nothing to wait for.
  var waitMilliseconds: Int? { get }
  /// `information`, `warning`, `error`, `script` or `unknown`; nil for a type that has none.
  var messageType: String? { get }
  /// What the callback stands for where its type does not say it: `webauthn-registration`,
  /// `webauthn-authentication`, `protect-initialize`, `protect-evaluation`.
  var derivedType: String? { get }
  /// An enrolment or transaction URI that the callback carries.
  var uri: String? { get }

  // What there is to answer.

  /// Whether the value of an input must never be shown.
  func isSecret(input: Int) -> Bool
  /// Whether an answer must be set before the step can be sent; false once it is.
  var needsAnswer: Bool { get }
  /// Whether something was set for the input.
  func isAnswered(input: Int) -> Bool
  /// Whether what the callback asks for was set.
  var isAnswered: Bool { get }
  /// The input meant by a target that names none; nil where the callback has none, or several that belong together.
  var valueInput: Int? { get }
  /// Turns an answer into the value of the wire, or refuses it.
  func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON
  /// What is sent for an input: the answer, else what the rules of the type say, else what was received. Nil where
  /// neither is there.
  ///
  /// - Parameter defaults: take the server's defaults for what was not answered.
  func outgoing(input: Int, defaults: Bool) -> JSON?
}

extension Callback {
  /// As received.
  public var type: String? { wire.type }
  /// The output `prompt`.
  public var prompt: String? { text("prompt") }
  /// The output `message`.
  public var message: String? { text("message") }
  /// None.
  public var options: [CallbackOption]? { nil }
  /// None.
  public var defaultAnswer: JSON? { nil }
  /// From the step.
  public var info: String? { wire.step.info(at: wire.index) }
  /// The output `failedPolicies`, on whatever type it stands.
  public var failedPolicies: [FailedPolicy] { FailedPolicy.list(wire.output("failedPolicies")) }
  /// None.
  public var waitMilliseconds: Int? { nil }
  /// The word for it, on a type that has one.
  public var messageType: String? {
    guard let typed = self as? any TypedMessageCallback else { return nil }
    let type: MessageType = typed.messageType
    return type.word
  }
  /// None.
  public var derivedType: String? { nil }
  /// None.
  public var uri: String? { nil }

  /// No input is.
  public func isSecret(input: Int) -> Bool { false }

  /// Whether any input is a secret.
  public var isSecret: Bool { wire.inputs.indices.contains { isSecret(input: $0) } }

  /// Never.
  public var needsAnswer: Bool { false }

  /// Whether something was set for it.
  public func isAnswered(input: Int) -> Bool { wire.answer(input) != nil }

  /// Whether the value input was set, or all where several belong together.
  public var isAnswered: Bool {
    if let valueInput { return isAnswered(input: valueInput) }
    return !wire.inputs.isEmpty && wire.inputs.indices.allSatisfy { isAnswered(input: $0) }
  }

  /// The input without a suffix, or the only one.
  public var valueInput: Int? {
    wire.input(suffix: "") ?? (wire.inputs.count == 1 ? 0 : nil)
  }

  /// A value of the type that was received.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.like(wire.received(input), answer)
  }

  /// The answer, else what was received.
  public func outgoing(input: Int, defaults: Bool) -> JSON? {
    wire.current(input)
  }

  /// Converts, checks and sets. Nothing changes where the answer is refused.
  public func set(_ answer: Answer, input: Int) throws(AnswerError) {
    guard wire.inputs.indices.contains(input) else {
      throw AnswerError("The callback has no input \(input).")
    }
    wire.setAnswer(try wireValue(answer, input: input), input: input)
  }

  /// The callback as it goes back: as it came, with only `input[].value` changed.
  ///
  /// - Parameter defaults: take the server's defaults for what was not answered.
  public func reply(defaults: Bool = false) -> JSON {
    var values: [Int: JSON] = [:]
    for (number, input) in wire.inputs.enumerated() {
      guard let value = outgoing(input: number, defaults: defaults), value != input.received else { continue }
      values[input.position] = value
    }
    guard !values.isEmpty, case .object(var callback) = wire.received, case .array(var entries)? = callback["input"]
    else { return wire.received }
    for (position, value) in values {
      guard case .object(var entry) = entries[position] else { continue }
      entry["value"] = value
      entries[position] = .object(entry)
    }
    callback["input"] = .array(entries)
    return .object(callback)
  }
}
