import JSON
import Testing

@testable import JourneyEngine

@Suite struct SelectionCallbackTests {
  private func choice(_ labels: [String], default chosen: JSON? = 1, selected: JSON = 0) throws -> ChoiceCallback {
    var outputs: [(String, JSON)] = [("prompt", "Which?"), ("choices", .array(labels.map(JSON.string)))]
    if let chosen { outputs.append(("defaultChoice", chosen)) }
    return try make(ChoiceCallback.self, outputs, inputs: [("", selected)])
  }

  @Test(arguments: [("Email", 0), ("SMS", 1), ("0", 0), ("1", 1), ("=1", 1), (" SMS ", 1)] as [(String, Int)])
  func `a choice is taken by label or index`(_ text: String, _ index: Int) throws {
    let callback = try choice(["Email", "SMS"])
    try callback.set(text)
    #expect(callback.sent() == [.number(JSON.Number(index))])
    try callback.set(json: .string(text))
    #expect(callback.selectedIndex == index)
  }

  @Test func `a label that looks like a number wins, and an equals sign forces the index`() throws {
    let callback = try choice(["2", "1", "0", "=1"])
    try callback.set("2")
    #expect(callback.sent() == [0])
    try callback.set("=2")
    #expect(callback.sent() == [2])
    try callback.set("=1")
    #expect(callback.sent() == [1])
    try callback.set("3")
    #expect(callback.sent() == [3])
    try callback.set(json: 2)
    #expect(callback.sent() == [2])
  }

  @Test(arguments: ["2", "-1", "=2", "=-1", "email", "", "1.5", "0x1", "+1"])
  func `what is not offered is refused`(_ text: String) throws {
    let callback = try choice(["Email", "SMS"])
    #expect(throws: AnswerError.self) { try callback.set(text) }
    #expect(!callback.isAnswered)
  }

  @Test(arguments: [2, -1, 1.5, true, .null, ["Email"], [:]] as [JSON])
  func `a program's value that is not offered is refused`(_ value: JSON) throws {
    #expect(throws: AnswerError.self) { try choice(["Email", "SMS"]).set(json: value) }
  }

  @Test func `1.0 is an index and two equal labels are told apart by number`() throws {
    let callback = try choice(["Same", "Same"])
    try callback.set(json: 1.0)
    #expect(callback.sent() == [1])
    #expect(throws: AnswerError.self) { try callback.set("Same") }
    #expect(throws: AnswerError.self) { try choice([]).set("0") }
  }

  @Test func `an unanswered choice sends its default, not what was filled in`() throws {
    #expect(try choice(["a", "b"]).sent() == [1])
    #expect(try choice(["a", "b"], default: "1").sent() == [1])
    #expect(try choice(["a", "b"], default: nil, selected: 0).sent() == [0])
    #expect(try choice(["a", "b"], default: nil, selected: 1).sent(defaults: true) == [1])
    #expect(try choice(["a", "b"]).needsAnswer == false)
    #expect(try choice(["a", "b"]).options?.map(\.label) == ["a", "b"])
  }

  private func confirmation(
    _ options: [String], type: JSON = -1, default chosen: JSON = 1, selected: JSON = 0
  ) throws -> ConfirmationCallback {
    try make(
      ConfirmationCallback.self,
      [("options", .array(options.map(JSON.string))), ("optionType", type), ("defaultOption", chosen)],
      inputs: [("", selected)])
  }

  @Test func `a button that came as not pressed stays so`() throws {
    let callback = try confirmation(["Use Recovery Code"], default: 0, selected: 100)
    #expect(!callback.needsAnswer)
    #expect(callback.sent() == [100])
    #expect(callback.sent(defaults: true) == [100])
    #expect(callback.defaultAnswer == 100)
    try callback.set("Use Recovery Code")
    #expect(callback.sent() == [0])
    try callback.set(json: 100)
    #expect(callback.sent() == [100])
    #expect(throws: AnswerError.self) { try confirmation(["Submit"]).set("100") }
  }

  @Test func `one button is taken, several are asked for`() throws {
    let one = try confirmation(["Next"])
    #expect(!one.needsAnswer)
    #expect(one.sent() == [0])
    #expect(one.sent(defaults: true) == [0])
    let two = try confirmation(["Yes", "No"])
    #expect(two.needsAnswer)
    #expect(two.sent(defaults: true) == [1])
    try two.set("Yes")
    #expect(!two.needsAnswer)
    #expect(two.sent(defaults: true) == [0])
  }

  @Test(
    arguments: [
      (0, ["Yes": 0, "No": 1]), (1, ["Yes": 0, "No": 1, "Cancel": 2]), (2, ["OK": 3, "Cancel": 2]),
      ("2", ["OK": 3, "Cancel": 2]),
    ] as [(JSON, [String: Int])])
  func `without options the constants of the type are meant`(_ type: JSON, _ buttons: [String: Int]) throws {
    let callback = try confirmation([], type: type)
    #expect(callback.needsAnswer)
    let shown: [CallbackOption]? = callback.options
    #expect(Dictionary(uniqueKeysWithValues: (shown ?? []).map { ($0.label, $0.value.integer ?? -1) }) == buttons)
    for (label, constant) in buttons {
      try callback.set(label)
      #expect(callback.sent() == [.number(JSON.Number(constant))])
      try callback.set(json: .number(JSON.Number(constant)))
      #expect(callback.sent() == [.number(JSON.Number(constant))])
    }
    for other in 0...4 where !buttons.values.contains(other) {
      #expect(throws: AnswerError.self) { try callback.set("\(other)") }
    }
  }

  @Test func `a type that is not known offers nothing and takes nothing`() throws {
    for type in [-1, 7, .null, "x"] as [JSON] {
      let callback = try confirmation([], type: type)
      #expect(callback.needsAnswer)
      #expect(throws: AnswerError.self) { try callback.set("0") }
    }
    #expect(try confirmation(["Exit"], type: 1).offered.count == 1)
  }

  @Test func `a provider is taken by name`() throws {
    let providers: JSON = [
      ["provider": "google", "uiConfig": ["buttonDisplayName": "Google"]], ["provider": "localAuthentication"],
      ["no": "name"], 5,
    ]
    let callback = try make(SelectIdpCallback.self, [("providers", providers)])
    #expect(callback.providers.map(\.provider) == ["google", "localAuthentication"])
    #expect(
      callback.options == [
        CallbackOption(value: "google", label: "Google"),
        CallbackOption(value: "localAuthentication", label: "localAuthentication"),
      ])
    #expect(callback.needsAnswer)
    try callback.set("localAuthentication")
    #expect(callback.value == "localAuthentication")
    #expect(!callback.needsAnswer)
    for wrong in ["Google", "apple", ""] {
      #expect(throws: AnswerError.self) { try callback.set(wrong) }
    }
    #expect(callback.value == "localAuthentication")
  }
}
