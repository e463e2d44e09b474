import JSON
import Testing

@testable import JourneyEngine

@Suite struct CatalogueTests {
  @Test func `the table has each type of the protocol once`() {
    let types = CallbackCatalogue.types.map { $0.wireType }
    #expect(Set(types).count == types.count)
    #expect(types.count == 32)
    for type in types {
      let callback = make(type)
      #expect(!(callback is UnknownCallback), "\(type)")
      #expect(callback.type == type)
    }
  }

  /// `String` calls the two equal: the first letter is the Kelvin sign.
  @Test func `a type that only looks the same is another one`() {
    #expect(make("\u{212A}baCreateCallback") is UnknownCallback)
    #expect(make("namecallback") is UnknownCallback)
  }

  // C012
  @Test func `an unknown type is settable input by input and keeps the types of its inputs`() throws {
    let callback = make(
      "AcmeThingCallback", [("prompt", "Thing?"), ("foo", [1])], inputs: [("", ""), ("extra", false), ("count", 1)])
    #expect(callback is UnknownCallback)
    #expect(callback.prompt == "Thing?")
    #expect(callback.wire.outputs.map(\.name) == ["prompt", "foo"])
    #expect(!callback.needsAnswer)
    #expect(callback.valueInput == 0)
    try callback.set("a thing")
    try callback.set("yes", input: 1)
    try callback.set("2.50", input: 2)
    #expect(callback.reply()["input"]?[0]?["value"] == "a thing")
    #expect(callback.reply()["input"]?[1]?["value"] == true)
    #expect(callback.reply()["input"]?[2]?["value"]?.text() == "2.50")
    #expect(throws: AnswerError.self) { try callback.set("perhaps", input: 1) }
    #expect(throws: AnswerError.self) { try callback.set("many", input: 2) }
    #expect(throws: AnswerError.self) { try callback.set("x", input: 3) }
  }

  @Test func `inputs are told by what follows the number`() {
    let names = ["IDToken12validateOnly", "IDToken3", "IDTokenx", "other", "IDToken", "IDToken1token_type"]
    let received: JSON = ["input": .array(names.map { ["name": .string($0)] })]
    let wire = WireCallback(received, index: 0)
    #expect(wire.inputs.map(\.suffix) == ["validateOnly", "", nil, nil, nil, "token_type"])
    #expect(wire.input(suffix: "token_type") == 5)
    #expect(wire.input(suffix: "jws") == nil)
  }

  @Test func `an answer can be taken back`() throws {
    let callback = make("NameCallback")
    try callback.set("alice")
    #expect(callback.isAnswered && !callback.needsAnswer)
    callback.wire.setAnswer(nil, input: 0)
    #expect(!callback.isAnswered && callback.needsAnswer)
    #expect(callback.reply() == callback.wire.received)
  }

  @Test func `info is the text at the callback's place`() {
    let step: JSON = ["infoText": ["", "Do not match."]]
    #expect(StepContext(step).info(at: 0) == nil)
    #expect(StepContext(step).info(at: 1) == "Do not match.")
    #expect(StepContext(step).info(at: 2) == nil)
    #expect(StepContext(["infoText": "text"]).info(at: 0) == nil)
  }

  @Test func `the stage of AM 6.5 stands in a metadata callback`() {
    let metadata: JSON = [
      "type": "MetadataCallback", "output": [["name": "data", "value": ["stage": "UsernamePassword"]]],
    ]
    #expect(StepContext(["callbacks": [metadata]]).stage == "UsernamePassword")
    #expect(StepContext(["callbacks": [metadata], "stage": "Own"]).stage == "Own")
    #expect(StepContext(["callbacks": [], "stage": ""]).stage == nil)
  }
}
