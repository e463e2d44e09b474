import JSON
import Testing

@testable import JourneyEngine

/// DESIGN 4 rule 1, for any document.
@Suite struct EchoTests {
  @Test(arguments: 0..<300)
  func `a step goes back as it came`(_ seed: Int) throws {
    var source = Source(seed: UInt64(seed))
    let document = source.step()
    let step = Step(document)
    #expect(step.reply().text() == document.text())
    let parsed = try JSON(parsing: document.text(.pretty))
    #expect(Step(parsed).reply().text() == parsed.text())
  }

  @Test(arguments: 0..<300)
  func `answers change the values of their inputs and nothing else`(_ seed: Int) throws {
    var source = Source(seed: UInt64(seed) &+ 1_000_000)
    let document = source.step()
    let step = Step(document)
    var expected = document
    for callback in step.callbacks {
      for (number, input) in callback.wire.inputs.enumerated() where source.flip() {
        let value = source.value(depth: 1)
        callback.wire.setAnswer(value, input: number)
        expected = Self.setting(value, callback: callback.wire.index, input: input.position, in: expected)
      }
    }
    #expect(step.reply().text() == expected.text())
    #expect(step.document.text() == document.text())
  }

  private static func setting(_ value: JSON, callback: Int, input: Int, in document: JSON) -> JSON {
    guard var object = document.object, var callbacks = object["callbacks"]?.array,
      var entry = callbacks[callback].object, var inputs = entry["input"]?.array, var fields = inputs[input].object
    else { return document }
    fields["value"] = value
    inputs[input] = .object(fields)
    entry["input"] = .array(inputs)
    callbacks[callback] = .object(entry)
    object["callbacks"] = .array(callbacks)
    return .object(object)
  }

  /// Documents that look like steps, and callbacks of every kind of damage.
  private struct Source: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
      state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }

    mutating func flip() -> Bool { next().isMultiple(of: 2) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(next() % UInt64(elements.count))]
    }

    mutating func step() -> JSON {
      var members: [JSON.Object.Member] = [.init(name: "authId", value: .string("e30.e30.c2ln"))]
      members.append(.init(name: "callbacks", value: .array((0..<Int(next() % 5)).map { _ in callback() })))
      for _ in 0..<Int(next() % 4) { members.append(.init(name: name(), value: value(depth: 3))) }
      members.shuffle(using: &self)
      return .object(JSON.Object(members))
    }

    mutating func callback() -> JSON {
      if next().isMultiple(of: 8) { return value(depth: 2) }
      let types = ["NameCallback", "PasswordCallback", "ChoiceCallback", "AcmeThingCallback", "TextOutputCallback"]
      var members: [JSON.Object.Member] = []
      if !next().isMultiple(of: 8) { members.append(.init(name: "type", value: .string(pick(types)))) }
      if flip() { members.append(.init(name: "output", value: list())) }
      // A choice without an answer goes out with its default: only a plain type may have inputs here.
      let isPlain = members.first?.value.string.map { ["NameCallback", "AcmeThingCallback"].contains($0) } ?? true
      if isPlain, flip() { members.append(.init(name: "input", value: list())) }
      if flip() { members.append(.init(name: "_id", value: value(depth: 0))) }
      if flip() { members.append(.init(name: name(), value: value(depth: 2))) }
      members.shuffle(using: &self)
      return .object(JSON.Object(members))
    }

    mutating func list() -> JSON {
      if next().isMultiple(of: 10) { return value(depth: 1) }
      return .array(
        (0..<Int(next() % 4)).map { number in
          if next().isMultiple(of: 6) { return value(depth: 1) }
          var members: [JSON.Object.Member] = [.init(name: "name", value: .string("IDToken\(number)"))]
          if flip() { members.append(.init(name: "value", value: value(depth: 2))) }
          if next().isMultiple(of: 5) { members.append(.init(name: "value", value: value(depth: 0))) }
          members.shuffle(using: &self)
          return .object(JSON.Object(members))
        })
    }

    mutating func name() -> String { pick(["stage", "header", "x", "é", "e\u{301}", "", "template", "a\"b", "code"]) }

    mutating func value(depth: Int) -> JSON {
      switch next() % (depth > 0 ? 8 : 6) {
      case 0: return .null
      case 1: return .bool(flip())
      case 2: return number()
      case 3, 4: return .string(pick(["", "text", "日本🚀e\u{301}", "\u{0}\u{1F}\u{2028}", "\\/\"", "1"]))
      case 5: return number()
      case 6: return .array((0..<Int(next() % 3)).map { _ in value(depth: depth - 1) })
      default:
        return .object(
          JSON.Object((0..<Int(next() % 3)).map { _ in .init(name: name(), value: value(depth: depth - 1)) }))
      }
    }

    mutating func number() -> JSON {
      let texts = ["0", "-0", "1", "1.0", "1e2", "1E+2", "12345678901234567890", "0.1", "-1.50", "1e400"]
      return JSON.Number(text: pick(texts)).map { .number($0) } ?? .null
    }
  }
}
