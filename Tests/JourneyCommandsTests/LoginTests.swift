import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite struct LoginTests {
  @Test func `login answers each step with what fits it`() async throws {
    let bench = try Bench(environment: ["OTP": "123456"])
    bench.server.expect(Step.login)
    bench.server.expect(Step.document([Step.callback("NameCallback", "One Time Password", "IDToken1")]))
    bench.server.expect(Step.success)
    let node = try await bench.run(
      "login Login --answer 'User Name=demo' --answer Password=pw --answer-from 'One Time Password=env:OTP'")
    #expect(node["kind"] == "success")
    #expect(bench.server.body(2)?["callbacks"]?[0]?["input"]?[0]?["value"] == "123456")
  }

  @Test func `one answer serves one step`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.login)
    let outputs = try await bench.workspace.runLine("login --answer 0=demo --answer 1=pw")
    #expect(outputs.last?.stops == 5)
    #expect(outputs.last?.value?["missing"] == [0, 1])
    #expect(bench.server.requests.count == 2)
  }

  @Test func `login stops at an answer that is missing and names it`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let outputs = try await bench.workspace.runLine("login --answer 0=demo")
    #expect(outputs.last?.stops == 5)
    #expect(outputs.last?.value?["missing"] == [1])
    #expect(outputs.last?.reason?.message.contains("Password") == true)
    #expect(outputs.last?.reason?.hint == "--answer TARGET=VALUE gives it.")
  }

  @Test(arguments: [
    ("Username", "\"Username\" fits no input of this step. Did you mean \"User Name\"?"),
    ("password", "\"password\" fits no input of this step. Did you mean \"Password\"?"),
    ("Passwort", "\"Passwort\" fits no input of this step. Did you mean \"Password\"?"),
    ("Nme", "\"Nme\" fits no input of this step. Did you mean Name?"),
    ("Zzz", "No input of this step fits \"Zzz\"."),
  ])
  func `login names the answer that no input takes`(_ target: String, _ hint: String) async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let outputs = try await bench.workspace.runLine("login --answer \(target)=x")
    #expect(outputs.last?.stops == 5)
    #expect(outputs.last?.reason?.hint == hint)
    #expect(outputs.last?.remarks.last?.hasSuffix(hint) == true)
  }

  @Test func `a refused login stops with 1`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(401, Step.refused)
    let outputs = try await bench.workspace.runLine("login --answer 0=demo --answer 1=pw --tokens")
    #expect(outputs.last?.stops == 1)
    #expect(outputs.last?.value?["message"] == "Login failure")
  }

  @Test func `a step that comes again and again ends it`() async throws {
    let bench = try Bench()
    let step = Step.document([["type": "TextOutputCallback", "output": [["name": "message", "value": "Hi"]]]])
    for _ in 0..<50 { bench.server.expect(step) }
    let outputs = try await bench.workspace.runLine("login")
    #expect(outputs.last?.stops == 5)
    #expect(bench.server.requests.count < 20)
  }

  @Test func `answers in JSON are an object`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    let node = try await bench.call("login", ["journey": "Login", "answer": ["IDToken1": "demo", "IDToken2": "pw"]])
    #expect(node["kind"] == "success")
  }
}
