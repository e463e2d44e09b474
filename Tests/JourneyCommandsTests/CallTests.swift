import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

@Suite struct CallTests {
  @Test(
    arguments: [
      (["text": "a"], "a"), (["text": ["a", "b"]], "a b"), (["a"], "a"), (["a", "b"], "a b"), ([["a", "b"]], "a b"),
      ([], ""),
    ] as [(JSON, String)])
  func `parameters come by name or by position`(_ params: JSON, _ text: String) async throws {
    #expect(try await (try Bench()).call("echo", params) == ["text": .string(text)])
  }

  @Test(
    arguments: [
      ("echo", ["texts": ["a"]]), ("echo", ["text": 1]), ("echo", [["a", 1]]), ("set", [:]), ("set", ["target": .null]),
      ("next", ["now": "yes"]), ("next", [true, true, true]), ("start", ["query": "a=b"]), ("wait", ["timeout": -1]),
      ("wait", ["timeout": 1.5]), ("expect", ["a", "is"]), ("trace", ["loud"]), ("start", ["profile": 1]),
      ("profile", ["new": true]),
    ] as [(String, JSON)])
  func `wrong parameters are usage errors`(_ method: String, _ params: JSON) async throws {
    let failure = await (try Bench()).failure(method, params)
    #expect(failure?.code == .usage)
    #expect(failure?.rpcCode == -32602)
  }

  @Test(arguments: ["nope", "quit", "fill", "rpc.nope", ""])
  func `what is no method is unknown`(_ method: String) async throws {
    #expect(await (try Bench()).failure(method, [:])?.code == .unknownMethod)
  }

  @Test func `an unknown parameter gets a suggestion`() async throws {
    let failure = await (try Bench()).failure("start", ["forceauth": true])
    #expect(failure?.hint?.contains("forceAuth") == true)
  }

  @Test func `every method takes profile and progressToken`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    _ = try await bench.call("profile", ["name": "b", "new": true])
    let node = try await bench.call("start", ["profile": "default", "progressToken": 7])
    #expect(node["kind"] == "continue")
    #expect(await bench.failure("set", ["target": 0, "value": "x"])?.code == .notStarted)
    #expect(await bench.failure("show", ["profile": "nobody"])?.code == .config)
  }

  @Test func `calls on one profile run in order, side by side with those of another`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    let calls = try [
      bench.workspace.enqueue("start"), bench.workspace.enqueue("set", params: [0, "a"]),
      bench.workspace.enqueue("set", params: [1, "b"]), bench.workspace.enqueue("next"),
    ]
    // Started in the wrong order on purpose.
    let kinds = try await withThrowingTaskGroup(of: (Int, JSON?).self) { group in
      for index in calls.indices.reversed() { group.addTask { (index, try await calls[index].run().value) } }
      var found: [Int: JSON] = [:]
      for try await (index, value) in group { found[index] = value }
      return found
    }
    #expect(kinds[3]?["kind"] == "success")
  }

  @Test func `a call that is dropped does not hold up the line`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    do { _ = try bench.workspace.enqueue("start") }
    #expect(try await bench.call("start")["kind"] == "continue")
  }

  @Test func `a call that is cancelled in the line never runs`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let first = try bench.workspace.enqueue("config")
    let second = try bench.workspace.enqueue("start")
    let task = Task { try await second.run() }
    task.cancel()
    #expect(await task.result.failure as? Failure == Failure(.cancelled, "The call was cancelled."))
    _ = try await first.run()
    #expect(bench.server.requests.isEmpty)
  }

  @Test func `profile takes effect when it is read`() throws {
    let bench = try Bench()
    let output = try bench.workspace.callNow("profile", params: ["name": "b", "new": true])
    #expect(output?.value?["name"] == "b")
    #expect(bench.workspace.promptState.profile == "b")
  }

  @Test func `a line of a pipe runs in its turn and ends at a node that stops`() async throws {
    let bench = try Bench(rights: .rpc)
    bench.server.expect(401, Step.refused)
    let line = try bench.workspace.enqueueLine("start Login; echo never")
    #expect(try await line.run().map(\.value?["kind"]) == ["error"])
    #expect(bench.workspace.lineNow("echo hi; echo you")?.compactMap { $0.value?["text"]?.string } == ["hi", "you"])
    #expect(bench.workspace.lineNow("echo hi; next") == nil)
  }

  @Test func `a failing line keeps the results before it`() async throws {
    let bench = try Bench(rights: .rpc)
    do throws(LineFailure) {
      _ = try await bench.workspace.runLine("echo a; next; echo b")
      Issue.record("it did not fail")
    } catch {
      #expect(error.outputs.map(\.value) == [["text": "a"]])
      #expect(error.failure.code == .notStarted)
      #expect(error.failure.place == ScriptPlace(line: 1, column: 9))
    }
  }
}

extension Result {
  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
