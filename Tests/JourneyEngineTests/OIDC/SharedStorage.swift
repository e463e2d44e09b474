import JSON
import JourneyEngine

/// A storage that several agents share, with a lock that one of them holds at a time.
actor SharedStorage: JourneyStorage {
  private var document: JSON?
  private var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func load() -> JSON? { document }
  func save(_ document: JSON) { self.document = document }
  func delete() { document = nil }

  nonisolated func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    await take()
    do {
      let value = try await body()
      await release()
      return value
    } catch {
      await release()
      throw error
    }
  }

  private func take() async {
    guard isHeld else {
      isHeld = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func release() {
    if waiting.isEmpty { isHeld = false } else { waiting.removeFirst().resume() }
  }
}

/// A storage that cannot be read.
struct BrokenStorage: JourneyStorage {
  func load() async throws -> JSON? { throw StorageError(message: "broken", path: "/state/x") }
  func save(_ document: JSON) async throws {}
  func delete() async throws {}
}
