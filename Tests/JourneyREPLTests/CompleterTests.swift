import JSON
import JourneyCommands
import LineEditor
import Testing

@testable import JourneyREPL

struct CompleterTests {
  private static let step: JSON = [
    "kind": "continue",
    "callbacks": [
      ["index": 0, "type": "NameCallback", "prompt": "User Name", "inputs": [["name": "IDToken1", "type": "string"]]],
      [
        "index": 1, "type": "ChoiceCallback", "prompt": "Second factor",
        "options": [
          ["value": 0, "label": "Push"], ["value": 1, "label": "Code by mail"], ["value": 2, "label": "It's me"],
        ],
        "inputs": [["name": "IDToken2", "type": "integer"]],
      ],
      ["index": 2, "type": "TextOutputCallback", "message": "Hello", "inputs": []],
      [
        "index": 3, "type": "BooleanAttributeInputCallback", "prompt": "News",
        "inputs": [["name": "IDToken4", "type": "boolean"]],
      ],
    ],
  ]

  private static let facts = CompletionFacts(
    profiles: { ["default", "a:b"] }, journeys: { _ in ["Login", "My Login", "it's"] }, environment: { ["HOME"] },
    variables: { ["user", "code"] }, step: { _ in step },
    result: { ["kind": "success", "session": ["realm": "/", "successUrl": "/x"], "list": [["a": 1]], "a.b": [:]] })

  private static let completer = Completer(
    facts: facts,
    listFolder: { folder in
      ["./": ["login.journey", "my file.journey", "scripts/", ".hidden"], "scripts/": ["a.journey"]][folder] ?? []
    })

  private func complete(_ line: String, cursor: Int? = nil) -> [String] {
    Self.completer.complete(line, cursor: cursor ?? line.unicodeScalars.count).candidates.map(\.text)
  }

  @Test func `an empty line offers every command`() {
    #expect(complete("") == CommandSpec.all.map(\.name))
    #expect(complete("   ") == CommandSpec.all.map(\.name))
  }

  @Test func `a command is completed at the start, behind a prefix, behind a semicolon and on a second line`() {
    for line in ["ec", "-ec", "@-ec", "help; ec", "help\nec"] { #expect(complete(line) == ["echo"], "\(line)") }
  }

  @Test func `the cursor decides, not the end of the line`() {
    #expect(complete("ec hello", cursor: 2) == ["echo"])
  }

  @Test func `paths into the last result are completed part by part`() {
    #expect(complete("expect ") == ["kind", "session.", "list[", #"'["a.b"]'"#])
    #expect(complete("capture x session.") == ["session.realm", "session.successUrl"])
    #expect(complete("expect session.s") == ["session.successUrl"])
    #expect(complete("expect list[") == ["list[0]."])
    #expect(complete("expect list[0].") == ["list[0].a"])
    #expect(complete("expect nothing.").isEmpty)
    let open = Self.completer.complete("expect se", cursor: 9).candidates
    #expect(open.map(\.isWhole) == [false])
  }

  @Test func `an unknown command offers nothing behind it`() {
    #expect(complete("nope ").isEmpty)
  }

  @Test func `a prompt is known without its colon, as set takes it`() {
    let step: JSON = [
      "callbacks": [
        [
          "index": 0, "type": "ChoiceCallback", "prompt": "Choose: ", "options": [["value": 0, "label": "Push"]],
          "inputs": [["name": "IDToken1"]],
        ]
      ]
    ]
    let facts = CompletionFacts(
      profiles: { [] }, journeys: { _ in [] }, environment: { [] }, variables: { [] }, step: { _ in step })
    let completer = Completer(facts: facts, listFolder: { _ in [] })
    for line in ["set Choose ", "set Choice ", "set 0 ", "set IDToken1 "] {
      let found = completer.complete(line, cursor: line.unicodeScalars.count)
      #expect(found.candidates.map(\.text) == ["Push"], "\(line)")
    }
  }

  @Test func `help offers commands`() {
    #expect(complete("help ec") == ["echo"])
  }

  @Test func `a variable is completed inside a word and inside double quotes`() {
    #expect(complete("echo a${u") == ["${user}"])
    #expect(complete("echo \"${env:H") == ["${env:HOME}"])
    #expect(complete("echo '${u") == [])
    #expect(Self.completer.complete("echo a${u", cursor: 9).start == 6)
  }

  @Test func `targets come as indexes with their prompts, and as types and prompts once a letter is typed`() throws {
    try #require(CommandSpec.named("set") != nil)
    let completion = Self.completer.complete("set ", cursor: 4)
    #expect(completion.candidates.map(\.text) == ["0", "1", "3"])
    #expect(completion.candidates.first?.note == "Name User Name")
    #expect(complete("set Na") == ["Name"])
    #expect(complete("set Sec") == ["'Second factor'"])
  }

  @Test func `answers are the labels of the options, quoted where they have to be`() throws {
    try #require(CommandSpec.named("set") != nil)
    #expect(complete("set 1 ") == ["Push", "'Code by mail'", "\"It's me\""])
    #expect(complete("set 1 'Cod") == ["'Code by mail'"])
    #expect(complete("set Choice P") == ["Push"])
    #expect(complete("set 3 t") == ["true"])
    #expect(complete("set 0 ").isEmpty)
  }

  @Test func `answers of a login are completed behind their target, sources behind theirs`() {
    #expect(complete("login Login --answer ") == ["0=", "1=", "3="])
    #expect(complete("login Login --answer Choice=P") == ["Choice=Push"])
    #expect(complete("login Login --answer 'Second factor=Cod") == ["'Second factor=Code by mail'"])
    #expect(complete("login Login --answer-from Name=en") == ["Name=env:"])
  }

  @Test func `a word that goes on stays open in its quotes`() {
    #expect(complete("login --answer Sec") == ["'Second factor="])
  }

  @Test func `settings and their values are completed`() {
    #expect(complete("config clientA") == ["clientAuth"])
    #expect(complete("config store ") == ["memory", "file", "keyring"])
    #expect(complete("config par ") == ["true", "false"])
    #expect(complete("set 0 --from=e") == ["--from=env:"])
    #expect(complete("let us") == ["user"])
    #expect(complete("expect kind con") == ["contains"])
  }

  @Test func `journeys and profiles are quoted where they have to be`() throws {
    try #require(CommandSpec.named("start") != nil)
    #expect(complete("start ") == ["Login", "'My Login'", "\"it's\""])
    #expect(complete("profile a") == ["a:b"])
  }

  @Test func `options are offered once, and values of options are not options`() throws {
    try #require(CommandSpec.named("start") != nil)
    #expect(complete("start --fo") == ["--force-auth"])
    #expect(complete("start --force-auth --fo").isEmpty)
  }

  @Test func `files are listed by folder; folders go on`() throws {
    try #require(CommandSpec.named("source") != nil)
    #expect(complete("source ") == ["login.journey", "'my file.journey'", "scripts/"])
    #expect(complete("source scripts/") == ["scripts/a.journey"])
    #expect(complete("source .h") == [".hidden"])
  }

  @Test(arguments: ["é", "日本 x", "'", "\"", "\\", "${", "a;", "-", "@", "set 'a", "\u{301}"])
  func `Tab anywhere in any line gives an answer`(line: String) {
    for cursor in 0...line.unicodeScalars.count {
      let completion = Self.completer.complete(line, cursor: cursor)
      #expect((0...cursor).contains(completion.start))
    }
  }
}

struct LineCursorTests {
  @Test func `the words before the cursor are unquoted, and the word at it begins at its quote`() {
    let place = LineCursor(line: "set 'User Name' \"a b", cursor: 20)
    #expect(place.before == ["set", "User Name"])
    #expect(place.word == "a b")
    #expect(place.start == 16)
  }

  @Test func `behind a blank a new word begins at the cursor`() {
    let place = LineCursor(line: "set 0 ", cursor: 6)
    #expect(place.before == ["set", "0"])
    #expect(place.word.isEmpty)
    #expect(place.start == 6)
  }
}
