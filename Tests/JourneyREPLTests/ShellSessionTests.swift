import JSON
import JourneyCommands
import Testing

@testable import JourneyREPL

struct ShellSessionTests {
  private let session = ShellSession()

  private func run(_ line: String, _ result: JSON) throws {
    for command in try ScriptParser.parse(line: line) {
      session.last.began(command)
      session.learn(Output(result, .node))
    }
  }

  @Test func `a journey that the server does not have is offered no more, until it has it`() throws {
    let typed: Set<String> = ["Login", "Nope"]
    try run("start Login", ["kind": "continue", "journey": "Login"])
    try run("start Nope", ["kind": "error", "cause": "not-found"])
    #expect(session.journeys(with: typed) == ["Login"])
    try run("login Other --answer 0=x", ["kind": "error", "cause": "rejected"])
    try run("start Nope", ["kind": "continue", "journey": "Nope"])
    #expect(session.journeys(with: typed) == ["Login", "Nope"])
  }

  @Test func `who starts a shell on the sandbox is told how to begin`() throws {
    #expect(session.welcome(server: nil).contains("'config server URL'"))
    #expect(session.welcome(server: "https://am.example.com/am").hasPrefix("https://am.example.com/am; 'start'"))
    var world = World()
    world.startSandbox = { World.SandboxSettings(server: "http://127.0.0.1:1/am", journeys: ["Login"]) }
    _ = try session.learning(world).startSandbox?()
    #expect(session.welcome(server: "http://127.0.0.1:1/am").contains("demo, password Ch4ng31t"))
    #expect(session.journeys(with: []) == ["Login"])
  }
}
