import Foundation
import JSON
import PseudoTerminal
import Testing

/// What goes on around the calls of a pipe: waits, cancelling, notifications, the end.
@Suite(.serialized) struct ConversationTests {
  private let home: Home

  init() throws { home = try Home() }

  private func pipe(_ arguments: [String], drainsErrors: Bool = true) throws -> PipeClient {
    try PipeClient(arguments, environment: home.environment, drainsErrors: drainsErrors)
  }

  /// A pipe whose profile stands on a step that polls for a second and a half.
  private func polling(_ more: [String] = []) throws -> PipeClient {
    let pipe = try pipe(["--sandbox"] + more + ["rpc"])
    let calls: [(String, JSON)] = [
      ("start", ["journey": "Polling"]), ("set", [0, "demo"]), ("set", [1, "Ch4ng31t"]), ("next", [:]),
    ]
    for (id, (method, params)) in calls.enumerated() {
      #expect(try pipe.call(.number(JSON.Number(id)), method, params)["error"] == nil)
    }
    return pipe
  }

  /// C058
  @Test(.timeLimit(.minutes(5)))
  func `while a step polls other calls are answered, the wait can be cancelled, and nothing is sent twice`() throws {
    let pipe = try polling()
    pipe.send("first", "next", ["progressToken": "t"])
    pipe.send("second", "next")
    pipe.send("other", "start", ["profile": "default"])
    let token = try pipe.message()
    #expect(token?["method"] == "$/progress")
    #expect(token?["params"]?["token"] == "t" && token?["params"]?["value"]?["kind"] == "wait")
    #expect(try pipe.call("echo", "echo", ["x"])["result"]?["text"] == "x")
    for id in ["other", "second", "first"] as [JSON] { pipe.notify("$/cancelRequest", ["id": id]) }
    var cancelled: Set<String> = []
    while cancelled.count < 3, let message = try pipe.message() {
      guard let id = message["id"]?.string else { continue }
      #expect(message["error"]?["code"]?.integer == -32800, "\(message)")
      #expect(message["error"]?["data"]?["code"] == "cancelled")
      cancelled.insert(id)
    }
    // The step is as it was: waiting went on in no call.
    #expect(try pipe.call("show", "show")["result"]?["kind"] == "continue")
    #expect(try pipe.call("wait", "wait", [20])["result"]?["kind"] == "success")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a call to a server that never answers is cancelled, and others go on`() throws {
    let server = SilentServer()
    let pipe = try pipe(["--server", "http://127.0.0.1:\(server.port)/am", "--timeout", "600", "rpc"])
    pipe.send("hung", "start")
    pipe.send("queued", "show")
    #expect(try pipe.call("profile", "profile", ["other", true])["error"] == nil)
    server.waitForConnection()
    let start = ContinuousClock.now
    pipe.notify("$/cancelRequest", ["id": "hung"])
    let answers = try pipe.answers(["hung", "queued"])
    #expect(answers["hung"]?["error"]?["code"]?.integer == -32800)
    // 200 ms are the aim; a busy machine may take longer, the time limit of the call is ten minutes.
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(answers["queued"]?["result"]?["cause"] == "cancelled")
    pipe.send("hung again", "start", ["profile": "default"])
    pipe.closeInput()
    #expect(try pipe.answer("hung again")["error"]?["code"]?.integer == -32800)
    #expect(try pipe.status() == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `standard error that nobody reads holds nothing up`() throws {
    let pipe = try pipe(["--debug", "--sandbox", "rpc"], drainsErrors: false)
    for id in 0..<600 { pipe.send(.number(JSON.Number(id)), "start", ["journey": "Login"]) }
    for id in 0..<600 { #expect(try pipe.answer(.number(JSON.Number(id)))["result"]?["kind"] == "continue") }
    pipe.closeInput()
    #expect(try pipe.status() == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `with debug output and failing commands every byte of standard output is protocol`() throws {
    let pipe = try pipe(["--debug", "--sandbox", "rpc"])
    let calls: [(String, JSON)] = [
      ("start", ["journey": "Login"]), ("next", [:]), ("set", [0, "demo"]), ("set", [1, "wrong"]), ("next", [:]),
      ("nosuch", [:]), ("tokens", [:]), ("call", ["GET", "/nothing"]), ("decode", ["x"]), ("trace", ["curl"]),
      ("start", ["journey": "None"]), ("command", ["- next; trace on; start Login; quit"]),
    ]
    for (id, call) in calls.enumerated() { pipe.send(.number(JSON.Number(id)), call.0, call.1) }
    pipe.closeInput()
    let messages = try pipe.rest()
    #expect(messages.count == calls.count)
    #expect(messages.allSatisfy { $0["jsonrpc"] == "2.0" && ($0["result"] != nil) != ($0["error"] != nil) })
    #expect(try pipe.status() == 0)
    #expect(pipe.errors.contains("> POST "))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a client that is gone is no error`() throws {
    let pipe = try pipe(["--sandbox", "rpc"])
    #expect(try pipe.call(0, "echo", ["x"])["error"] == nil)
    pipe.closeOutput()
    for id in 1..<200 { pipe.send(.number(JSON.Number(id)), "start", ["journey": "Login"]) }
    pipe.closeInput()
    #expect(try pipe.status() == 0)
    #expect(pipe.errors.isEmpty)
  }

  @Test(.timeLimit(.minutes(5)))
  func `the client hears what it asked for in initialize, and no secret`() throws {
    let pipe = try pipe(["--debug", "--sandbox", "rpc"])
    pipe.send(0, "initialize", ["capabilities": ["notifications": ["node", "log"]]])
    pipe.send(1, "start", ["journey": "Login"])
    pipe.notify("set", ["target": "nosuch", "value": "x"])
    pipe.send(2, "command", ["line": "- expect kind == nothing; set 0 demo; set 1 Ch4ng31t; next"])
    let messages = try pipe.messages(until: 2)
    let told = messages.filter { $0["id"] == nil }
    #expect(told.filter { $0["method"] == "node" }.allSatisfy { $0["params"]?["profile"] == "default" })
    let results = messages.last?["result"]?["results"]?.array
    #expect(results?.first?["error"]?["code"] == "expectation" && results?.last?["kind"] == "success")
    #expect(
      told.filter { $0["method"] == "node" }.compactMap { $0["params"]?["kind"]?.string } == ["continue", "success"])
    let log = told.filter { $0["method"] == "log" }.compactMap(\.["params"])
    let failures = log.filter { $0["level"] == "error" }.compactMap { $0["message"]?.string }
    #expect(failures.count == 1, "\(failures)")
    #expect(failures.contains { $0.contains("nosuch") })
    #expect(log.contains { $0["level"] == "debug" && $0["message"]?.string?.hasPrefix("> POST ") == true })
    #expect(log.allSatisfy { ["error", "warning", "info", "debug"].contains($0["level"]?.string) })
    #expect(log.allSatisfy { $0["message"]?.string?.contains("Ch4ng31t") == false })
  }

  @Test(.timeLimit(.minutes(5)))
  func `calls on one profile are answered in the order in which they were sent`() throws {
    let pipe = try pipe(["--sandbox", "rpc"])
    let calls: [(String, JSON)] = [
      ("start", ["journey": "Login"]), ("set", [0, "demo"]), ("set", [1, "Ch4ng31t"]), ("next", [:]), ("session", [:]),
      ("show", [:]), ("logout", [:]),
    ]
    for round in 0..<20 {
      let base = round * calls.count
      pipe.write(
        calls.enumerated().map { pipe.request(.number(JSON.Number(base + $0)), $1.0, $1.1) }.joined())
      let order = try calls.indices.map { _ in try pipe.message()?["id"]?.integer }
      #expect(order == calls.indices.map { base + $0 })
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `without initialize nothing is told`() throws {
    let pipe = try pipe(["--debug", "--sandbox", "rpc"])
    pipe.send(1, "start", ["journey": "Login"])
    #expect(try pipe.messages(until: 1).count == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func `setTrace has the exchanges told, in one line or whole, and ends it`() throws {
    let pipe = try pipe(["--sandbox", "rpc"])
    func traced(_ id: JSON, _ method: String, _ params: JSON) throws -> [JSON] {
      pipe.send(id, method, params)
      return try pipe.messages(until: id).filter { $0["method"] == "$/logTrace" }.compactMap(\.["params"])
    }
    #expect(try traced(1, "start", ["journey": "Login"]).isEmpty)
    pipe.notify("$/setTrace", ["value": "messages"])
    let short = try traced(2, "start", ["journey": "Login"])
    #expect(short.map { $0["message"]?.string?.prefix(7) } == ["> POST ", "< HTTP "])
    #expect(short.allSatisfy { $0["verbose"] == nil })
    #expect(try traced(3, "$/setTrace", ["value": "verbose"]).isEmpty)
    #expect(try traced(4, "set", [0, "demo"]).isEmpty)
    #expect(try traced(5, "set", [1, "Ch4ng31t"]).isEmpty)
    let whole = try traced(6, "next", [:]).compactMap { $0["verbose"]?.string }
    #expect(whole.count == 2)
    #expect(whole.first?.contains("\n> {") == true)
    #expect(whole.allSatisfy { !$0.contains("Ch4ng31t") })
    #expect(try traced(7, "$/setTrace", ["value": "off"]).isEmpty)
    #expect(try traced(8, "start", ["journey": "Login"]).isEmpty)
    pipe.closeInput()
    #expect(try pipe.status() == 0)
    #expect(pipe.errors.isEmpty)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a thousand open journeys take at most 100 KiB each, and all finish`() throws {
    let server = try pipe(["--quiet", "--sandbox", "rpc"])
    let url = try #require(try server.call("url", "config", ["server"])["result"]?["server"]?["value"]?.string)
    let pipe = try pipe(["--server", url, "--cookie", "iPlanetDirectoryPro", "rpc"])
    func all(_ base: Int, _ method: String, _ params: (Int) -> JSON) throws -> [JSON] {
      for number in 0..<1000 { pipe.send(.number(JSON.Number(base + number)), method, params(number)) }
      return try (0..<1000).map { _ in try #require(try pipe.message()?["result"]) }
    }
    func named(_ number: Int, _ more: JSON.Object = [:]) -> JSON {
      var params = more
      params["profile"] = .string("p\(number)")
      return .object(params)
    }
    _ = try pipe.call("warm", "start", ["journey": "Login"])
    let before = try pipe.memory()
    _ = try all(0, "profile") { ["name": .string("p\($0)"), "new": true] }
    #expect(try all(10_000, "start") { named($0, ["journey": "Login"]) }.allSatisfy { $0["kind"] == "continue" })
    let each = (try pipe.memory() - before) / 1000
    // A sanitizer keeps memory for itself.
    if ProcessInfo.processInfo.environment["JOURNEY_SANITIZER"] == nil {
      #expect(each <= 100, "\(each) KiB for each open journey")
    }
    _ = try all(20_000, "set") { named($0, ["target": 0, "value": "demo"]) }
    _ = try all(30_000, "set") { named($0, ["target": 1, "value": "Ch4ng31t"]) }
    #expect(try all(40_000, "next") { named($0) }.allSatisfy { $0["kind"] == "success" })
  }
}
