import HTTPClient
import JSON
import JourneyEngine
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct StepRuleTests {
  @Test func `after a bad request the step can be answered again`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.step("a")), .json(400, ["code": 400, "message": "Invalid callback value"]),
      .json(200, Scene.step("b")),
    ])
    let step = try Scene.step(await Scene.journey(server).start())
    let error = try #require(await step.next() as? ErrorNode)
    #expect(error.staysOpen && error.continueNode === step)
    let second = try Scene.step(await step.next())
    #expect(second.number == 2)
    #expect(server.requests.map { $0.json?["authId"]?.string } == [nil, "a", "a"])
    #expect(!error.staysOpen)
    server.finish()
  }

  @Test(arguments: [HTTPClientError.Phase.dns, .connect, .tls, .timeout, .proxy])
  func `what cannot have arrived can be sent again`(_ phase: HTTPClientError.Phase) async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .fails(phase), .json(200, Scene.success())])
    let step = try Scene.step(await Scene.journey(server).start())
    let failure = try #require(await step.next() as? FailureNode)
    #expect(failure.staysOpen && !failure.mayHaveReachedServer)
    #expect(failure.host == "am.example.test:443" && failure.status == nil)
    #expect(await step.next() is SuccessNode)
    #expect(server.requests[1].body == server.requests[2].body)
    server.finish()
  }

  @Test(arguments: [HTTPClientError.Phase.timeout, .dropped, .badResponse, .tooLarge, .cancelled])
  func `what may have arrived is not sent again`(_ phase: HTTPClientError.Phase) async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .fails(phase, mayHaveReachedServer: true)])
    let step = try Scene.step(await Scene.journey(server).start())
    let failure = try #require(await step.next() as? FailureNode)
    #expect(failure.cause == FailureCause(phase))
    #expect(!failure.staysOpen && failure.mayHaveReachedServer)
    let refused = try #require(await step.next() as? FailureNode)
    #expect(refused.cause == .refused)
    server.finish()
  }

  @Test(arguments: [401, 500, 503])
  func `after an end the step is closed`(_ status: Int) async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .json(status, ["code": .number(JSON.Number(status))])])
    let step = try Scene.step(await Scene.journey(server).start())
    _ = await step.next()
    #expect(!step.isOpen)
    await #expect(throws: Refusal.closedStep) { try await step.send(defaults: false) }
    server.finish()
  }

  @Test func `of several answers to one step one is sent`() async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .json(200, Scene.success())])
    let step = try Scene.step(await Scene.journey(server).start())
    let kinds = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask {
          switch await step.next() {
          case is SuccessNode: "success"
          case let failure as FailureNode: failure.cause.rawValue
          default: "other"
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(kinds == ["success": 1, "refused": 19])
    server.finish()
  }

  @Test(arguments: [
    ScriptedServer.Reply.json(400, ["code": 400, "message": "x"]), .json(401, Scene.loginFailure),
    .json(200, Scene.success()), .json(200, Scene.step("b")), .fails(.dropped, mayHaveReachedServer: true),
  ])
  func `another start closes the step at hand`(_ reply: ScriptedServer.Reply) async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), reply])
    let journey = Scene.journey(server)
    let step = try Scene.step(await journey.start())
    let other = await journey.start("Other")
    #expect(!step.isOpen)
    #expect((other as? ContinueNode)?.isOpen ?? true)
    #expect(try await journey.keptStep() === other as? ContinueNode)
    server.finish()
  }

  @Test func `a start that cannot have arrived leaves the step at hand`() async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .fails(.connect), .json(200, Scene.success())])
    let journey = Scene.journey(server)
    let step = try Scene.step(await journey.start())
    _ = await journey.start("Other")
    #expect(try await journey.keptStep() === step)
    #expect(await step.next() is SuccessNode)
    server.finish()
  }

  @Test func `a suspended step without a handle cannot be answered`() async throws {
    let server = ScriptedServer([
      .json(
        200,
        ["callbacks": [["type": "SuspendedTextOutputCallback", "output": [["name": "message", "value": "mail"]]]]])
    ])
    let step = try Scene.step(await Scene.journey(server).start())
    #expect(step.step.isSuspended)
    await #expect(throws: Refusal.suspended) { try await step.send(defaults: true) }
    server.finish()
  }

  @Test func `missing names the callbacks without an answer`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let step = try Scene.step(await Scene.journey(server).start())
    #expect(step.missing.contains(0))
    (step.callbacks.first as? NameCallback)?.name = "alice"
    #expect(!step.missing.contains(0))
  }

  @Test func `the stage of AM 6,5 stands in a metadata callback`() {
    let step = Step([
      "authId": "a",
      "callbacks": [
        ["type": "MetadataCallback", "output": [["name": "data", "value": ["stage": "UsernamePassword"]]]]
      ],
    ])
    #expect(step.stage == "UsernamePassword")
  }

  @Test func `the end of an attempt is read from its authId`() {
    // {"exp":1796040300}
    let step = Step(["authId": "e30.eyJleHAiOjE3OTYwNDAzMDB9.c2ln", "callbacks": []])
    #expect(step.expiresAt?.timeIntervalSince1970 == 1_796_040_300)
    #expect(Step(["authId": "e30.e30.c2ln", "callbacks": []]).expiresAt == nil)
    #expect(Step(["authId": "no JWT", "callbacks": []]).expiresAt == nil)
  }

  @MainActor @Test func `a view model leads a journey`() async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(200, Scene.success())])
    let model = JourneyViewModel(journey: Scene.journey(server), name: "Login")
    #expect(model.state.node == nil && !model.isLoading)
    await model.startJourney()
    let node = try Scene.step(try #require(model.state.node))
    model.refresh()
    await model.next(node: node)
    #expect(model.state.node is SuccessNode)
    #expect(!model.isLoading)
    server.finish()
  }
}
