import HTTPClient
import JSON
import JourneyEngine
import Synchronization
import Testing

/// Two agents, as in two processes, on one storage that notes which steps have gone out.
@Suite struct StepJournalTests {
  private let storage = NotingStorage()

  private func journey(_ answers: [ScriptedServer.Reply]) -> Journey {
    let storage = storage
    return Scene.journey(ScriptedServer(answers)) { $0.storage = storage }
  }

  private var keptStep: JSON? {
    get async { KeptDocument(json: await storage.load())?[Scene.server]?["journey"] }
  }

  /// The step of a journey that has just begun, in two processes, and what the server answers to each.
  private func pair(
    _ first: [ScriptedServer.Reply], _ second: [ScriptedServer.Reply] = []
  ) async throws -> (one: ContinueNode, other: ContinueNode) {
    _ = await journey([.json(200, Scene.step("a"))]).start("Login")
    return (
      try #require(try await journey(first).keptStep()), try #require(try await journey(second).keptStep())
    )
  }

  @Test func `a step that one process has sent is sent by no other`() async throws {
    let (one, other) = try await pair([.json(200, Scene.step("b"))])
    #expect(await one.next() is ContinueNode)
    await #expect(throws: Refusal.sentStep) { try await other.send(defaults: false) }
    #expect(!other.isOpen)
    #expect(await keptStep?["document"]?["authId"] == "b")
  }

  @Test func `two at once are one request`() async throws {
    let (one, other) = try await pair([.json(200, Scene.success())], [.json(200, Scene.success())])
    async let first = one.next()
    async let second = other.next()
    let nodes = await [first, second]
    #expect(nodes.filter { $0 is SuccessNode }.count == 1)
    #expect(nodes.filter { ($0 as? FailureNode)?.cause == .refused }.count == 1)
  }

  @Test func `of a process that died after the note the step is not sent again, and is gone`() async throws {
    let (dead, other) = try await pair([.fails(.dropped, mayHaveReachedServer: true)])
    let kept = try #require(await storage.load())
    _ = await dead.next()
    // What the dead one would not have written.
    try await storage.save(kept)
    await #expect(throws: Refusal.sentStep) { try await other.send(defaults: false) }
    #expect(await keptStep == nil)
  }

  @Test func `a step that cannot have arrived, or was refused as a request, goes out from elsewhere`() async throws {
    let (one, other) = try await pair(
      [.fails(.connect), .json(400, ["code": 400, "message": "x"])], [.json(200, Scene.success())])
    #expect(await (one.next() as? FailureNode)?.staysOpen == true)
    #expect(await (one.next() as? ErrorNode)?.continueNode?.isOpen == true)
    #expect(await other.next() is SuccessNode)
  }

  @Test func `a step that may have arrived does not go out from elsewhere`() async throws {
    let (one, other) = try await pair([.fails(.timeout, mayHaveReachedServer: true)])
    #expect(await (one.next() as? FailureNode)?.staysOpen == false)
    await #expect(throws: Refusal.sentStep) { try await other.send(defaults: false) }
  }

  @Test func `what cannot be noted does not go out, with the reason, and can later`() async throws {
    let (one, _) = try await pair([.json(200, Scene.success()), .json(200, Scene.success())])
    storage.isFull.store(true, ordering: .relaxed)
    await #expect(throws: Refusal.storage(NotingStorage.full)) { try await one.send(defaults: false) }
    #expect(one.isOpen)
    storage.isFull.store(false, ordering: .relaxed)
    #expect(await one.next() is SuccessNode)
  }
}

/// A storage in memory with a journal of the steps that went out.
private final class NotingStorage: JourneyStorage {
  static let full = StorageError(message: "the disk is full")
  private let base = MemoryStorage()
  private let state = Mutex<(sent: Set<String>, isTaken: Bool)>(([], false))
  let isFull = Atomic(false)

  func load() async -> JSON? { await base.load() }
  func save(_ document: JSON) async throws { await base.save(document) }
  func delete() async { await base.delete() }
  func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON? { try await base.update(change) }

  func turn(for step: String) async throws -> (any SendingTurn)? {
    while !state.withLock({ state in
      defer { state.isTaken = true }
      return !state.isTaken
    }) { await Task.yield() }
    return Turn(storage: self, step: step, wasSent: state.withLock { $0.sent.contains(step) })
  }

  private struct Turn: SendingTurn {
    let storage: NotingStorage
    let step: String
    let wasSent: Bool

    func begin() throws(StorageError) {
      guard !storage.isFull.load(ordering: .relaxed) else { throw NotingStorage.full }
      storage.state.withLock { _ = $0.sent.insert(step) }
    }

    func end(reopens: Bool) {
      storage.state.withLock { state in
        if reopens { state.sent.remove(step) }
        state.isTaken = false
      }
    }
  }
}
