import Foundation
import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

@Suite struct TerminalTests {
  /// Answers questions in order, and remembers them.
  private final class Person: Sendable {
    private let state: Mutex<(answers: [String], asked: [World.Question])>

    init(_ answers: [String]) { state = Mutex((answers, [])) }

    var asked: [World.Question] { state.withLock { $0.asked } }

    func ask(_ question: World.Question) throws(Failure) -> String {
      let answer: String? = state.withLock { state in
        state.asked.append(question)
        return state.answers.isEmpty ? nil : state.answers.removeFirst()
      }
      guard let answer else { throw Failure(.cancelled, "The question was not answered.") }
      return answer
    }
  }

  private func bench(_ person: Person, _ step: JSON = Step.login) async throws -> Bench {
    let bench = try Bench(rights: .terminal) { world in
      world.ask = { question throws(Failure) in try person.ask(question) }
    }
    bench.server.expect(step)
    bench.server.expect(Step.success)
    try await bench.run("start Login")
    return bench
  }

  @Test func `next asks for what is missing, passwords without echo`() async throws {
    let person = Person(["pw"])
    let bench = try await bench(person)
    #expect(try await bench.run("set 0 demo; next")["kind"] == "success")
    #expect(person.asked == [World.Question("Password", isSecret: true)])
    #expect(bench.server.body(1)?["callbacks"]?[1]?["input"]?[0]?["value"] == "pw")
  }

  @Test func `fill asks for everything that is open`() async throws {
    let person = Person(["demo", "pw"])
    #expect(try await bench(person).run("fill")["kind"] == "success")
    #expect(person.asked.map(\.text) == ["User Name", "Password"])
    let again = Person(["pw"])
    #expect(try await bench(again).run("set 0 demo; fill")["kind"] == "success")
    #expect(again.asked.count == 1)
  }

  private static let redirect: JSON = Step.document([
    [
      "type": "RedirectCallback",
      "output": [
        ["name": "redirectUrl", "value": "https://idp.example.org/login?state=x"],
        ["name": "redirectMethod", "value": "GET"], ["name": "trackingCookie", "value": true],
      ],
    ]
  ])

  @Test func `a person is asked before a redirect step goes out from which nothing has come back`() async throws {
    let person = Person(["no", "yes"])
    let bench = try await bench(person, Self.redirect)
    let failure = await bench.failure("next")
    #expect(failure?.code == .suspended && failure?.hint?.contains("'resume'") == true)
    #expect(failure?.message.contains("from idp.example.org") == true)
    #expect(bench.server.requests.count == 1)
    #expect(person.asked.first?.text.contains("Nothing has come back") == true)
    #expect(try await bench.run("next")["kind"] == "success")
  }

  @Test(arguments: ["next --defaults", "next --now", "resume 'https://am.example.com/am?code=1&state=x'"])
  func `nobody is asked who says that the step is to be sent, or brings what came back`(_ line: String) async throws {
    let person = Person([])
    #expect(try await bench(person, Self.redirect).run(line)["kind"] == "success")
    #expect(person.asked.isEmpty)
  }

  @Test func `wait asks nothing at a step that polls for what another site does`() async throws {
    let person = Person([])
    let callbacks = [Self.redirect, Step.polling(1000)].compactMap { $0["callbacks"]?[0] }
    #expect(try await bench(person, Step.document(callbacks)).run("wait")["kind"] == "success")
    #expect(person.asked.isEmpty)
  }

  @Test func `a provider is asked for by number or name`() async throws {
    let person = Person(["google"])
    let callback: JSON = [
      "type": "SelectIdPCallback",
      "output": [
        Self.output(
          "providers", [["provider": "google", "uiConfig": ["buttonDisplayName": "Google"]], ["provider": "apple"]]),
        Self.output("value", ""),
      ], "input": [["name": "IDToken1", "value": ""]],
    ]
    let bench = try await bench(person, Step.document([callback]))
    #expect(try await bench.run("next")["kind"] == "success")
    #expect(person.asked.map(\.other) == [.name])
    #expect(sent(bench, 0) == "google")
  }

  @Test func `a script sends a redirect step as it always did`() async throws {
    let bench = try Bench { world in world.ask = { _ throws(Failure) in throw Failure(.bug, "asked") } }
    bench.server.expect(Self.redirect)
    bench.server.expect(Step.success)
    #expect(try await bench.run("start; next")["kind"] == "success")
  }

  @Test func `fill asks again for what does not fit`() async throws {
    let choice: JSON = [
      "type": "ChoiceCallback",
      "output": [
        ["name": "prompt", "value": "Which"], ["name": "choices", "value": ["Yes", "No"]],
        ["name": "defaultChoice", "value": 0],
      ], "input": [["name": "IDToken1", "value": 0]],
    ]
    let person = Person(["Maybe", "No"])
    let bench = try await bench(person, Step.document([choice]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(person.asked.map(\.choices) == [["Yes", "No"], ["Yes", "No"]])
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == 1)
  }

  @Test(arguments: ["Google Mail", "google"])
  func `a provider is taken by the label that is shown, and by its name`(_ answer: String) async throws {
    let providers: JSON = [
      ["provider": "google", "uiConfig": ["buttonDisplayName": "Google Mail"]], ["provider": "localAuthentication"],
    ]
    let select: JSON = [
      "type": "SelectIdPCallback", "output": [["name": "providers", "value": providers]],
      "input": [["name": "IDToken1", "value": ""]],
    ]
    let bench = try await bench(Person([answer]), Step.document([select]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == "google")
  }

  @Test(arguments: ["fill", "next"])
  func `terms that were declined are asked for again`(_ command: String) async throws {
    let terms: JSON = [
      "type": "TermsAndConditionsCallback", "output": [["name": "terms", "value": "All yours."]],
      "input": [["name": "IDToken1", "value": false]],
    ]
    let person = Person(["yes"])
    let bench = try await bench(person, Step.document([terms]))
    #expect(try await bench.run("set 0 no; \(command)")["kind"] == "success")
    #expect(person.asked.count == 1)
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == true)
  }

  @Test func `fill asks again for a value that was refused, with what it has broken and no default`() async throws {
    let refused: JSON = [
      "type": "StringAttributeInputCallback",
      "output": [
        ["name": "prompt", "value": "Email Address"], ["name": "required", "value": true],
        ["name": "failedPolicies", "value": ["{\"policyRequirement\":\"VALID_EMAIL_ADDRESS_FORMAT\"}"]],
      ], "input": [["name": "IDToken1", "value": "notamail"]],
    ]
    let person = Person(["", "demo@example.org"])
    let bench = try await bench(person, Step.document([refused]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(person.asked.map(\.preset) == [nil, nil])
    #expect(bench.notices.text.contains("Email Address was refused. Must be"))
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == "demo@example.org")
  }

  @Test func `the rules of a password are told before it is asked for`() async throws {
    let policies: JSON = [
      "policies": [["policyRequirements": ["MIN_LENGTH"], "params": ["minLength": 8]]]
    ]
    let password: JSON = [
      "type": "ValidatedCreatePasswordCallback",
      "output": [["name": "prompt", "value": "Password"], ["name": "policies", "value": policies]],
      "input": [["name": "IDToken1", "value": ""], ["name": "IDToken1validateOnly", "value": false]],
    ]
    let bench = try await bench(Person(["long enough"]), Step.document([password]))
    try await bench.run("fill")
    #expect(bench.notices.text.contains("Must have at least 8 characters"))
  }

  @Test func `Enter alone is no answer where one is needed`() async throws {
    let person = Person(["", "demo", "", "pw"])
    let bench = try await bench(person)
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(bench.notices.text.contains("User Name must have a value. 'set 0 \"\"' gives an empty one."))
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == "demo")
  }

  @Test func `an answer of login that fits nothing is told, where a person gave the others too`() async throws {
    let person = Person(["demo", "pw"])
    let bench = try Bench(rights: .terminal) { world in
      world.ask = { question throws(Failure) in try person.ask(question) }
    }
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    let outputs = try await bench.workspace.runLine("login Login --answer Username=demo")
    #expect(outputs.last?.value?["kind"] == "success")
    #expect(outputs.last?.warnings.first?.contains("\"Username\"") == true)
  }

  @Test func `a journey that the session satisfies at once says so`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.success)
    bench.server.expect(Step.success)
    try await bench.run("start")
    #expect(!bench.notices.text.contains("--force-auth"))
    try await bench.run("start")
    #expect(bench.notices.text.contains("--force-auth"))
  }

  @Test func `fill without anybody to ask names what is missing`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let failure = await bench.failure("start; fill")
    #expect(failure?.code == .needsInput)
    #expect(failure?.data["missing"] == [0, 1])
  }

  @Test func `an answer that is refused by ^C leaves the step open`() async throws {
    let bench = try await bench(Person([]))
    #expect(await bench.failure("next")?.code == .cancelled)
    #expect(try await bench.run("show")["missing"] == [0, 1])
  }

  private static func output(_ name: String, _ value: JSON) -> JSON { ["name": .string(name), "value": value] }

  private static let kba: JSON = [
    "type": "KbaCreateCallback",
    "output": [
      output("prompt", "Security question"), output("predefinedQuestions", ["First machine?", "First language?"]),
      output("allowUserDefinedQuestions", true),
    ], "input": [["name": "IDToken1question", "value": ""], ["name": "IDToken1answer", "value": ""]],
  ]

  private func sent(_ bench: Bench, _ callback: Int, _ input: Int = 0) -> JSON? {
    bench.server.body(1)?["callbacks"]?[callback]?["input"]?[input]?["value"]
  }

  @Test func `security questions are chosen from a list that has no question twice, answers come without echo`()
    async throws
  {
    let person = Person(["First machine?", "engine", "My own?", "french"])
    let bench = try await bench(person, Step.document([Self.kba, Self.kba]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(
      person.asked == [
        World.Question(
          "Security question", choices: ["First machine?", "First language?"], other: .own),
        World.Question("Answer to \"First machine?\"", isSecret: true),
        World.Question("Security question", choices: ["First language?"], other: .own),
        World.Question("Answer to \"My own?\"", isSecret: true),
      ])
    #expect(sent(bench, 0) == "First machine?" && sent(bench, 0, 1) == "engine")
    #expect(sent(bench, 1) == "My own?" && sent(bench, 1, 1) == "french")
  }

  @Test func `terms are shown whole and clean before they are asked for`() async throws {
    let terms = String(repeating: "<p>Be \u{1B}[2Jnice.</p>", count: 500)
    let callback: JSON = [
      "type": "TermsAndConditionsCallback",
      "output": [
        Self.output("version", "2.1"), Self.output("terms", .string(terms)), Self.output("createDate", "2019-10-28"),
      ],
      "input": [["name": "IDToken1", "value": false]],
    ]
    let person = Person(["yes"])
    let pages = Mutex<[String]>([])
    let bench = try Bench(rights: .terminal) { world in
      world.ask = { question throws(Failure) in try person.ask(question) }
      world.page = { text throws(Failure) in pages.withLock { $0.append(text) } }
    }
    bench.server.expect(Step.document([callback]))
    bench.server.expect(Step.success)
    try await bench.run("start; fill")
    #expect(person.asked == [.yesNo("Accept the terms (version 2.1)")])
    let shown = try #require(pages.withLock { $0 }.first)
    #expect(!shown.contains("\u{1B}") && !shown.contains("<p>"))
    #expect(shown.components(separatedBy: "nice.").count == 501)
    #expect(sent(bench, 0) == true)
  }

  private static func attribute(_ type: String, _ prompt: String, _ value: JSON, required: Bool = false) -> JSON {
    [
      "type": .string("\(type)AttributeInputCallback"),
      "output": [output("prompt", .string(prompt)), output("required", .bool(required)), output("value", value)],
      "input": [["name": "IDToken1", "value": value], ["name": "IDToken1validateOnly", "value": false]],
    ]
  }

  @Test func `Enter keeps what is there and leaves open what need not be answered`() async throws {
    let step = Step.document([
      Self.attribute("String", "Mail", "demo@example.org", required: true), Self.attribute("Number", "Age", .null),
      Self.attribute("Boolean", "News", false), Self.attribute("String", "Nickname", ""),
    ])
    let person = Person(["demo@example.org", "", "no", ""])
    let bench = try await bench(person, step)
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(person.asked.map(\.preset) == ["demo@example.org", nil, "no", nil])
    #expect(person.asked[2].choices == ["yes", "no"])
    #expect(sent(bench, 0) == "demo@example.org" && sent(bench, 1) == .null && sent(bench, 3) == "")
  }

  @Test func `what must have a value is asked for again after Enter alone`() async throws {
    let person = Person(["", "Ada"])
    let bench = try await bench(
      person, Step.document([Self.attribute("String", "First Name", "", required: true)]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(person.asked.count == 2 && bench.notices.text.contains("First Name must have a value."))
    #expect(sent(bench, 0) == "Ada")
  }

  @Test func `a choice whose labels are yes and no is asked as a list`() async throws {
    let choice: JSON = [
      "type": "ChoiceCallback",
      "output": [
        Self.output("prompt", "Trust it"), Self.output("choices", ["yes", "no"]), Self.output("defaultChoice", 1),
      ], "input": [["name": "IDToken1", "value": 1]],
    ]
    let person = Person(["yes"])
    try await bench(person, Step.document([choice])).run("fill")
    #expect(person.asked == [World.Question("Trust it", choices: ["yes", "no"], preset: "no")])
    #expect(person.asked.first?.isYesNo == false)
  }

  @Test func `a confirmation without a prompt is asked by its name, with its options`() async throws {
    let confirmation: JSON = [
      "type": "ConfirmationCallback",
      "output": [
        Self.output("prompt", ""), Self.output("options", ["Next", "Back"]), Self.output("optionType", -1),
        Self.output("defaultOption", 0),
      ], "input": [["name": "IDToken1", "value": 0]],
    ]
    let person = Person(["Back"])
    let bench = try await bench(person, Step.document([confirmation]))
    try await bench.run("fill")
    #expect(person.asked == [World.Question("Confirmation", choices: ["Next", "Back"], preset: "Next")])
    #expect(sent(bench, 0) == 1)
  }

  @Test func `forget without a name asks first, and says no unless told otherwise`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_STATE_HOME": "\(folder.path)/state"]
    let person = Person(["no", "yes"])
    let bench = try Bench(environment: environment, rights: .terminal) { world in
      world.ask = { question throws(Failure) in try person.ask(question) }
    }
    try await bench.run("save")
    #expect(await bench.failure("forget")?.message == "Nothing was deleted.")
    #expect(try await bench.run("forget")["path"]?.string == "\(folder.path)/config/journey/profiles/default")
    #expect(person.asked.map(\.preset) == ["no", "no"] && person.asked.allSatisfy(\.isYesNo))
    try await bench.run("save staging; forget staging")
    #expect(person.asked.count == 2)
  }

  @Test func `set without a value asks as fill does`() async throws {
    let person = Person(["First language?"])
    let bench = try await bench(person, Step.document([Self.kba]))
    try await bench.run("set 0.question")
    #expect(person.asked.first?.choices == ["First machine?", "First language?"])
  }

  @Test func `an answer before its question is asked for by the prompt`() async throws {
    let person = Person(["engine"])
    let bench = try await bench(person, Step.document([Self.kba]))
    try await bench.run("set 0.answer")
    #expect(person.asked.map(\.text) == ["Security question, answer"])
  }
}
