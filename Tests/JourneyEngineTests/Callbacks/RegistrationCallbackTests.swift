import JSON
import Testing

@testable import JourneyEngine

@Suite struct RegistrationCallbackTests {
  // C019
  @Test(arguments: [
    ("42", "42"), ("1.0", "1.0"), ("-3.50", "-3.50"), ("12345678901234567890", "12345678901234567890"), (" 7 ", "7"),
    ("", "null"),
  ])
  func `a number goes out as it was written`(_ text: String, _ sent: String) throws {
    let callback = try make(NumberAttributeInputCallback.self, inputs: [("", .null), ("validateOnly", false)])
    try callback.set(text)
    #expect(callback.reply()["input"]?[0]?["value"]?.text() == sent)
    try callback.set(json: .string(text))
    #expect(callback.reply()["input"]?[0]?["value"]?.text() == sent)
  }

  @Test(arguments: ["x", "1,5", "0x10", "NaN", "1e", "--1"])
  func `what is no number is refused`(_ text: String) throws {
    let callback = make("NumberAttributeInputCallback", inputs: [("", .null)])
    #expect(throws: AnswerError.self) { try callback.set(text) }
    #expect(throws: AnswerError.self) { try callback.set(json: true) }
  }

  @Test(
    arguments: [
      ("true", true), ("YES", true), ("1", true), ("on", true), ("false", false), ("no", false), ("0", false),
    ] as [(String, Bool)])
  func `a boolean stays a boolean`(_ text: String, _ value: Bool) throws {
    for type in ["BooleanAttributeInputCallback", "TermsAndConditionsCallback", "ConsentMappingCallback"] {
      let callback = make(type, inputs: [("", 0)])
      try callback.set(text)
      #expect(callback.sent() == [.bool(value)])
      try callback.set(json: .bool(value))
      #expect(callback.sent() == [.bool(value)])
      for wrong in ["", "maybe", "2"] { #expect(throws: AnswerError.self) { try callback.set(wrong) } }
      #expect(throws: AnswerError.self) { try callback.set(json: .null) }
      #expect(throws: AnswerError.self) { try callback.set(json: 2) }
    }
  }

  @Test func `an attribute is needed where it is required and empty`() {
    for (required, needed) in [(true, true), (false, false), (1, true), (0, false), ("true", true), (.null, false)]
      as [(JSON, Bool)]
    {
      for type in ["StringAttributeInputCallback", "NumberAttributeInputCallback"] {
        for empty in ["", .null] as [JSON] {
          #expect(make(type, [("required", required)], inputs: [("", empty)]).needsAnswer == needed)
        }
        #expect(!make(type, [("required", required)], inputs: [("", 0)]).needsAnswer)
      }
      #expect(!make("BooleanAttributeInputCallback", [("required", required)], inputs: [("", false)]).needsAnswer)
    }
  }

  // C020
  @Test func `validateOnly is a switch of its own`() throws {
    let callback = try make(
      ValidatedPasswordCallback.self, [("validateOnly", true)], inputs: [("", ""), ("validateOnly", false)])
    #expect(callback.valueInput == 0)
    #expect(callback.isSecret(input: 0) && !callback.isSecret(input: 1))
    try callback.set("Ch4ng31t")
    #expect(callback.sent() == ["Ch4ng31t", false])
    callback.validateOnly = true
    #expect(callback.sent() == ["Ch4ng31t", true])
    #expect(throws: AnswerError.self) { try callback.set("text", input: 1) }
    try callback.set("no", input: 1)
    #expect(callback.sent() == ["Ch4ng31t", false])
  }

  @Test func `the forms of old servers are read`() throws {
    let callback = try make(
      StringAttributeInputCallback.self,
      [("required", 0), ("policies", []), ("failedPolicies", .null), ("name", "mail")])
    #expect(callback.policies.isEmpty && callback.failedPolicies.isEmpty && callback.policyRequirements.isEmpty)
    #expect(callback.name == "mail")
    callback.validateOnly = true
    #expect(!callback.validateOnly)
    #expect(callback.reply() == callback.wire.received)
    let number = try make(NumberAttributeInputCallback.self, [("value", .null)], inputs: [("", .null)])
    #expect(number.value == nil && number.defaultAnswer == nil)
    number.value = 42
    #expect(isSame(number.sent()[0], 42))
    number.value = .infinity
    #expect(number.sent() == [.null as JSON])
  }

  @Test func `terms need a true answer`() throws {
    let terms = try make(TermsAndConditionsCallback.self, [("version", "1.0")], inputs: [("", false)])
    #expect(terms.needsAnswer)
    try terms.set("no")
    #expect(terms.needsAnswer && terms.isAnswered)
    terms.accepted = true
    #expect(!terms.needsAnswer)
    #expect(!make("TermsAndConditionsCallback", inputs: [("", true)]).needsAnswer)
  }

  @Test func `consent is needed where it is required`() throws {
    #expect(make("ConsentMappingCallback", [("isRequired", true)], inputs: [("", false)]).needsAnswer)
    let optional = try make(
      ConsentMappingCallback.self, [("fields", ["Mail", .null, ["title": "Phone"]])], inputs: [("", false)])
    #expect(!optional.needsAnswer)
    #expect(optional.fields == ["Mail", "Phone"])
    #expect(optional.sent() == [false])
  }

  private func question(own: JSON?) throws -> KbaCreateCallback {
    var outputs: [(String, JSON)] = [("predefinedQuestions", ["Colour?", "Pet?"])]
    if let own { outputs.append(("allowUserDefinedQuestions", own)) }
    return try make(KbaCreateCallback.self, outputs, inputs: [("question", ""), ("answer", "")])
  }

  @Test func `a question and its answer go each to its input`() throws {
    let callback = try question(own: true)
    #expect(callback.valueInput == nil && callback.needsAnswer && !callback.isAnswered)
    callback.selectedQuestion = "Pet?"
    #expect(callback.needsAnswer)
    callback.selectedAnswer = "Rex"
    #expect(!callback.needsAnswer && callback.isAnswered)
    #expect(callback.sent() == ["Pet?", "Rex"])
    #expect(!callback.isSecret(input: 0) && callback.isSecret(input: 1))
    #expect(callback.options?.map(\.label) == ["Colour?", "Pet?"])
  }

  @Test func `a listed question is taken by its number too`() throws {
    for (answer, sent) in [("1", "Pet?"), ("=0", "Colour?"), ("2", "2"), ("Pet?", "Pet?")] {
      let callback = try question(own: true)
      try callback.set(.text(answer), input: 0)
      #expect(callback.sent()[0] == .string(sent))
    }
    let closed = try question(own: false)
    try closed.set(.json(0), input: 0)
    #expect(closed.sent()[0] == "Colour?")
    #expect(throws: AnswerError.self) { try closed.set("2", input: 0) }
  }

  @Test func `a question of one's own is taken only where it is allowed`() throws {
    for own in [nil, true, "true"] as [JSON?] {
      try question(own: own).set("Mine?", input: 0)
    }
    let closed = try question(own: false)
    #expect(throws: AnswerError.self) { try closed.set("Mine?", input: 0) }
    try closed.set("Colour?", input: 0)
    try closed.set("anything", input: 1)
    #expect(closed.sent() == ["Colour?", "anything"])
  }

  @Test(arguments: [
    ("1", "Pet?"), ("=0", "Colour?"), ("Pet?", "Pet?"), (" 0 ", "Colour?"), ("0th?", "0th?"),
  ])
  func `a question is taken by its text or its index`(_ text: String, _ question: String) throws {
    let callback = try self.question(own: true)
    try callback.set(text, input: 0)
    #expect(callback.selectedQuestion == question)
  }

  @Test func `a JSON number is the index of a question, and one that is not there is refused`() throws {
    let callback = try question(own: true)
    try callback.set(json: 1, input: 0)
    #expect(callback.selectedQuestion == "Pet?")
    #expect(throws: AnswerError.self) { try callback.set(json: 2, input: 0) }
    let numbered = try make(
      KbaCreateCallback.self, [("predefinedQuestions", ["1", "0"])], inputs: [("question", ""), ("answer", "")])
    try numbered.set("0", input: 0)
    #expect(numbered.selectedQuestion == "0")
    try numbered.set("=0", input: 0)
    #expect(numbered.selectedQuestion == "1")
  }
}
