import JSON
import Testing

@testable import JourneyEngine

@Suite struct CallbackEchoTests {
  /// Numbers, booleans and nesting as servers and gateways may send them, and members that nobody knows.
  private static let odd: JSON = [
    "type": "NumberAttributeInputCallback", "_id": 7, "added": [.null, 1, 1.0, ["big": .number(big), "flag": true]],
    "output": [["name": "value", "value": .number(big)], ["value": "no name"], "no object", ["name": 5]],
    "input": [
      "no object", ["name": "IDToken1", "value": .number(big), "kept": [1, 2]], ["value": 1], ["name": "IDToken1x"],
    ],
  ]
  private static let big = JSON.Number(text: "12345678901234567890.50") ?? JSON.Number(0)

  @Test func `numbers keep their text and unknown members their place`() {
    let callback = CallbackCatalogue.make(Self.odd, index: 0, step: StepContext())
    #expect(callback.reply().text() == Self.odd.text())
  }

  @Test func `an answer replaces the value of its input and nothing else`() throws {
    let callback = CallbackCatalogue.make(Self.odd, index: 0, step: StepContext())
    try callback.set("1.0")
    let text = Self.odd.text().replacing(
      #""name":"IDToken1","value":12345678901234567890.50"#, with: #""name":"IDToken1","value":1.0"#)
    #expect(callback.reply().text() == text)
    callback.wire.setAnswer(nil, input: 0)
    #expect(callback.reply().text() == Self.odd.text())
  }

  @Test func `an input without a value gets one only when it is answered`() throws {
    let callback = CallbackCatalogue.make(Self.odd, index: 0, step: StepContext())
    try callback.set("5", input: 2)
    #expect(callback.reply()["input"]?[3] == ["name": "IDToken1x", "value": 5])
  }

  @Test(
    arguments: [.null, true, 5, "text", [], [:], ["type": .null], ["type": "NameCallback", "input": 5, "output": [:]]]
      as [JSON])
  func `what is no callback is carried`(_ received: JSON) {
    let callback = CallbackCatalogue.make(received, index: 3, step: StepContext())
    #expect(callback.reply(defaults: true) == received)
    #expect(!callback.needsAnswer)
    #expect(callback.wire.inputs.isEmpty)
  }

  @Test(arguments: 0..<300)
  func `any callback goes back as it came`(_ seed: Int) {
    var generator = Generator(state: UInt64(seed) &+ 1)
    let received = generator.callback()
    let callback = CallbackCatalogue.make(received, index: 0, step: StepContext())
    for defaults in [false, true] {
      #expect(withoutValues(callback.reply(defaults: defaults)).text() == withoutValues(received).text())
    }
  }
}

/// Callbacks of known and unknown types with members of all kinds, the same ones for the same seed.
private struct Generator {
  var state: UInt64

  mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }

  mutating func value(depth: Int = 0) -> JSON {
    switch next(depth > 3 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(next(2) == 0)
    case 2: return .string(["", "é", "e\u{301}", "\u{212A}", "a\"\\\n"][next(5)])
    case 3: return JSON.Number(text: ["1", "1.0", "1e2", "-0", "12345678901234567"][next(5)]).map(JSON.number) ?? .null
    case 4: return .number(JSON.Number(next(200)))
    case 5:
      var entries: [JSON] = []
      for _ in 0..<next(4) { entries.append(value(depth: depth + 1)) }
      return .array(entries)
    default:
      var members = JSON.Object()
      for number in 0..<next(4) { members["m\(number)"] = value(depth: depth + 1) }
      return .object(members)
    }
  }

  mutating func entry(_ names: [String]) -> JSON {
    if next(8) == 0 { return value() }
    var entry = JSON.Object()
    entry["name"] = .string(names[next(names.count)])
    entry["value"] = value()
    entry["more"] = value()
    return .object(entry)
  }

  mutating func entries(_ names: [String]) -> JSON {
    var entries: [JSON] = []
    for _ in 0..<next(5) { entries.append(entry(names)) }
    return .array(entries)
  }

  mutating func callback() -> JSON {
    let types = CallbackCatalogue.types.map { $0.wireType } + ["AcmeThingCallback"]
    let outputs = [
      "prompt", "choices", "options", "optionType", "defaultChoice", "defaultOption", "value", "id", "data",
    ]
    let type: JSON = .string(types[next(types.count)])
    var members = JSON.Object()
    members["type"] = next(9) == 0 ? value() : type
    members["unknown"] = value()
    if next(6) > 0 { members["output"] = entries(outputs) }
    if next(6) > 0 { members["input"] = entries(["IDToken1", "IDToken1jws", "IDToken1validateOnly", "x"]) }
    if next(3) > 0 { members["_id"] = .number(JSON.Number(next(9))) }
    return .object(members)
  }
}
