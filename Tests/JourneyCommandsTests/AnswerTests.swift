import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite struct AnswerTests {
  private func started(_ step: JSON = Step.login) async throws -> Bench {
    let bench = try Bench(environment: ["PW": "env-secret"])
    bench.server.expect(step)
    try await bench.run("start Login")
    return bench
  }

  @Test(arguments: ["0", "0.0", "IDToken1", "NameCallback", "Name", "'User Name'"])
  func `a target is an index, an input, a type or a prompt`(_ target: String) async throws {
    let callback = try await started().run("set \(target) demo")
    #expect(callback["index"] == 0)
    #expect(callback["answered"] == true)
    #expect(callback["needsAnswer"] == false)
    #expect(callback["inputs"]?[0]?["value"] == "demo")
  }

  @Test func `a prompt is found without its colon`() async throws {
    let bench = try await started(Step.document([Step.callback("NameCallback", "User Name: ", "IDToken1")]))
    #expect(try await bench.run("set 'User Name' x")["answered"] == true)
  }

  @Test func `a JSON number is an index`() async throws {
    let bench = try await started()
    #expect(try await bench.call("set", ["target": 1, "value": "x"])["index"] == 1)
  }

  @Test func `an ambiguous target names its candidates`() async throws {
    let bench = try await started(Step.document([Step.name, Step.callback("NameCallback", "Other", "IDToken2")]))
    let failure = await bench.failure("set Name x")
    #expect(failure?.code == .unknownTarget)
    #expect(failure?.data["candidates"] == ["0", "1"])
  }

  @Test(arguments: ["7", "0.7", "0.question", "IDToken9", "Nothing", "''"])
  func `an unknown target names what there is`(_ target: String) async throws {
    let failure = await (try started()).failure("set \(target) x")
    #expect(failure?.code == .unknownTarget)
    #expect(failure?.data["candidates"] == ["0", "1"])
    #expect(failure?.exitStatus == 2)
  }

  @Test func `a secret answer is never given back`() async throws {
    let bench = try await started()
    let callback = try await bench.run("set Password Ch4ng31t")
    #expect(!callback.text().contains("Ch4ng31t"))
    #expect(callback["inputs"]?[0]?["answered"] == true)
  }

  @Test(arguments: ["set 0 x --secret", "set 0 --from env:PW", "set 0 ${env:PW}", "set 0 a${env:PW}b"])
  func `what came as a secret stays one`(_ line: String) async throws {
    let bench = try await started()
    let callback = try await bench.run(line)
    #expect(callback["inputs"]?[0]?["secret"] == true)
    #expect(callback["inputs"]?[0]?["value"] == .null)
    #expect(try await bench.run("show")["callbacks"]?[0]?["secret"] == true)
    #expect(try await bench.run("set 0 plain")["inputs"]?[0]?["value"] == "plain")
  }

  @Test func `next names what is missing and sends nothing`() async throws {
    let bench = try await started()
    let failure = await bench.failure("set 0 demo; next")
    #expect(failure?.code == .needsInput)
    #expect(failure?.rpcCode == 1004)
    #expect(failure?.exitStatus == 5)
    #expect(failure?.data["missing"] == [1])
    #expect(bench.server.requests.count == 1)
  }

  @Test func `an empty text is an answer`() async throws {
    let bench = try await started()
    bench.server.expect(Step.success)
    #expect(try await bench.run("set 0 ''; set 1 ''; next")["kind"] == "success")
  }

  @Test func `next sends the step with the answers and nothing else changed`() async throws {
    let bench = try await started()
    bench.server.expect(Step.success)
    try await bench.run("set 0 demo; set 1 pw; next")
    let sent = try #require(bench.server.body(1))
    #expect(sent["callbacks"]?[0]?["input"] == [["name": "IDToken1", "value": "demo"]])
    #expect(sent["callbacks"]?[1]?["input"] == [["name": "IDToken2", "value": "pw"]])
    #expect(sent["authId"]?.string == Step.authID)
  }

  @Test func `unset takes an answer back`() async throws {
    let bench = try await started()
    let callback = try await bench.run("set 0 demo; unset 0")
    #expect(callback["answered"] == false)
    #expect(try await bench.run("show")["missing"] == [0, 1])
  }

  @Test func `defaults send regardless`() async throws {
    let bench = try await started()
    bench.server.expect(Step.success)
    #expect(try await bench.run("next --defaults")["kind"] == "success")
    #expect(bench.server.body(1)?["callbacks"] == Step.login["callbacks"])
  }

  @Test func `a choice takes its label or its index and refuses others`() async throws {
    let choice: JSON = [
      "type": "ChoiceCallback",
      "output": [
        ["name": "prompt", "value": "Which"], ["name": "choices", "value": ["Yes", "1", "No"]],
        ["name": "defaultChoice", "value": 0],
      ], "input": [["name": "IDToken1", "value": 0]],
    ]
    let bench = try await started(Step.document([choice]))
    #expect(try await bench.run("set 0 No")["inputs"]?[0]?["value"] == 2)
    #expect(try await bench.run("set 0 0")["inputs"]?[0]?["value"] == 0)
    #expect(try await bench.run("set 0 =2")["inputs"]?[0]?["value"] == 2)
    let refused = await bench.failure("set 0 Maybe")
    #expect(refused?.code == .badValue, "\(String(describing: refused))")
    #expect(try await bench.run("show")["callbacks"]?[0]?["inputs"]?[0]?["value"] == 2)
  }

  @Test(arguments: ["next", "set 0 x", "unset 0", "show", "wait"])
  func `without a step there is nothing to answer`(_ line: String) async throws {
    #expect(await (try Bench()).failure(line)?.code == .notStarted)
  }

  @Test func `next after the end is not started, and show gives the end again`() async throws {
    let bench = try await started()
    bench.server.expect(401, Step.refused)
    try await bench.run("set 0 a; set 1 b; next")
    #expect(await bench.failure("next")?.code == .notStarted)
    #expect(try await bench.run("show")["kind"] == "error")
    #expect(bench.server.requests.count == 2)
  }

  @Test func `after a bad request the step stays open`() async throws {
    let bench = try await started()
    bench.server.expect(400, ["code": 400, "reason": "Bad Request", "message": "Invalid callback"])
    bench.server.expect(Step.success)
    #expect(try await bench.run("set 0 a; set 1 b; next")["cause"] == "bad-request")
    #expect(try await bench.run("show")["kind"] == "error")
    #expect(try await bench.run("set 0 c; next")["kind"] == "success")
    #expect(bench.server.body(2)?["callbacks"]?[0]?["input"]?[0]?["value"] == "c")
  }

  @Test func `a step that cannot have arrived is sent again`() async throws {
    let bench = try await started()
    bench.server.expect(reply: ScriptedServer.Reply(error: .connect, mayHaveReachedServer: false))
    bench.server.expect(Step.success)
    try await bench.run("set 0 a; set 1 b; next")
    #expect(try await bench.run("next")["kind"] == "success")
  }

  @Test func `a step that may have arrived is not sent again`() async throws {
    let bench = try await started()
    bench.server.expect(reply: ScriptedServer.Reply(error: .timeout, mayHaveReachedServer: true))
    try await bench.run("set 0 a; set 1 b; next")
    let failure = await bench.failure("next")
    #expect(failure?.code == .notStarted)
    #expect(failure?.hint?.contains("not sent twice") == true)
    #expect(bench.server.requests.count == 2)
  }

  @Test func `a suspended step is shown with 0 and not sent`() async throws {
    let bench = try Bench()
    bench.server.expect([
      "callbacks": [["type": "SuspendedTextOutputCallback", "output": [["name": "message", "value": "Mail"]]]]
    ])
    let outputs = try await bench.workspace.runLine("start")
    #expect(outputs.first?.stops == nil)
    #expect(outputs.first?.value?["suspended"] == true)
    for line in ["next", "wait", "next --defaults"] {
      let failure = await bench.failure(line)
      #expect(failure?.code == .suspended)
      #expect(failure?.exitStatus == 5)
    }
  }

  @Test func `a journey that ends at its start leaves no older step`() async throws {
    let bench = try await started()
    bench.server.expect(401, Step.refused)
    try await bench.run("start Other")
    #expect(await bench.failure("next --defaults")?.code == .notStarted)
    #expect(bench.server.requests.count == 2)
  }
}
