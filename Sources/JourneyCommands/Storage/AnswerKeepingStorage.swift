import JSON
import JourneyEngine
import Synchronization

/// The state of a profile together with the answers that were set but not sent, so that `set` and `next` can be two processes.
/// The engine keeps the step; the answers lie beside it and go when the step goes.
final class AnswerKeepingStorage: JourneyStorage {
  /// One answer: which input, what goes out, and whether it must not be shown.
  struct Kept: Sendable, Equatable {
    var callback: Int
    var input: Int
    var value: JSON
    var isSecret: Bool
  }

  private static let member = "answers"
  private struct State {
    /// The document of the engine as it was last loaded or saved.
    var document: JSON?
    var answers: [Kept] = []
  }

  private let base: any JourneyStorage
  private let state = Mutex(State())

  init(_ base: any JourneyStorage) {
    self.base = base
  }

  var place: String? { base.place }
  /// The answers to the step that was loaded.
  var answers: [Kept] { state.withLock { $0.answers } }

  func load() async throws -> JSON? {
    let loaded = try await base.load()
    return state.withLock { state in
      var document = loaded?.object
      state.answers = Self.read(document?[Self.member])
      document?[Self.member] = nil
      state.document = document.map(JSON.object)
      return state.document
    }
  }

  func save(_ document: JSON) async throws {
    let whole = state.withLock { state in
      if Self.step(of: document) != state.document.flatMap(Self.step) { state.answers = [] }
      state.document = document
      return Self.join(document, state.answers)
    }
    try await base.save(whole)
  }

  func delete() async throws {
    state.withLock { $0 = State() }
    try await base.delete()
  }

  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await base.exclusively(body)
  }

  /// Keeps these answers beside the step.
  func keep(_ answers: [Kept]) async throws {
    let whole: JSON? = state.withLock { state in
      state.answers = answers
      return state.document.map { Self.join($0, answers) }
    }
    if let whole { try await base.save(whole) }
  }

  private static func step(of document: JSON) -> JSON? { document["journey"]?["document"] }

  private static func join(_ document: JSON, _ answers: [Kept]) -> JSON {
    guard !answers.isEmpty, var object = document.object else { return document }
    object[member] = .array(
      answers.map { answer in
        [
          "callback": .number(JSON.Number(answer.callback)), "input": .number(JSON.Number(answer.input)),
          "value": answer.value, "secret": .bool(answer.isSecret),
        ]
      })
    return .object(object)
  }

  private static func read(_ value: JSON?) -> [Kept] {
    (value?.array ?? []).compactMap { entry in
      guard let callback = entry["callback"]?.integer, let input = entry["input"]?.integer, let value = entry["value"]
      else {
        return nil
      }
      return Kept(callback: callback, input: input, value: value, isSecret: entry["secret"]?.bool ?? true)
    }
  }
}
