import JSON
import JourneyEngine
import Synchronization

/// The state of a profile together with the answers that were set but not sent, so that `set` and `next` can be two processes.
/// The engine keeps the step; the answers lie beside it, in the state of its server, and go when the step goes.
final class AnswerKeepingStorage: JourneyStorage {
  /// One answer: which input, what goes out, and whether it must not be shown.
  struct Kept: Sendable, Equatable {
    var callback: Int
    var input: Int
    var value: JSON
    var isSecret: Bool
  }

  private static let member = "answers"
  private let base: any JourneyStorage
  /// The base URL of the server whose step it is.
  private let server: String
  /// The answers as they were last loaded or saved, and the step that they belong to.
  private let state = Mutex<(step: JSON?, answers: [Kept])>((nil, []))

  private let secrets: SecretRegistry

  /// What is kept is registered in `secrets`, so that nothing repeats it, also what an earlier process has put there.
  init(_ base: any JourneyStorage, server: String, secrets: SecretRegistry) {
    self.base = base
    self.server = server
    self.secrets = secrets
  }

  var place: String? { base.place }
  /// The answers to the step that was loaded.
  var answers: [Kept] { state.withLock { $0.answers } }

  func load() async throws -> JSON? {
    let (document, answers) = split(try await base.load())
    register(document, answers)
    state.withLock { $0 = (step(of: document), answers) }
    return document
  }

  func save(_ document: JSON) async throws {
    try await update { _ in document }
  }

  /// Answers stay for as long as their step does.
  @discardableResult
  func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON? {
    let whole = try await base.update { whole in
      let (before, answers) = split(whole)
      guard let after = try change(before) else { return nil }
      return join(after, step(of: after) == step(of: before) ? answers : [])
    }
    let (document, answers) = split(whole)
    register(document, answers)
    state.withLock { $0 = (step(of: document), answers) }
    return document
  }

  func delete() async throws {
    state.withLock { $0 = (nil, []) }
    try await base.delete()
  }

  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await base.exclusively(body)
  }

  /// Keeps these answers beside the step, unless another process has gone on to another one.
  func keep(_ answers: [Kept]) async throws {
    let step = state.withLock { state in
      state.answers = answers
      return state.step
    }
    try await base.update { whole in
      let document = split(whole).document
      guard let document, self.step(of: document) == step else { return nil }
      return join(document, answers)
    }
  }

  private func register(_ document: JSON?, _ answers: [Kept]) {
    let entry = self.entry(of: document)
    let members = ["accessToken", "refreshToken", "idToken", "firstIdToken"].map { entry?["tokens"]?[$0] }
    let cookies = (entry?["cookies"]?.array ?? []).map { $0["value"] }.filter { $0?.string?.utf8.count ?? 0 >= 16 }
    let others = [
      entry?["session"]?["tokenId"], entry?["tokensSession"], entry?["journey"]?["document"]?["authId"],
      entry?["authorization"]?["verifier"],
    ]
    for value in others + members + cookies {
      if let text = value?.string { secrets.register(text, isIssued: true) }
    }
    for answer in answers where answer.isSecret {
      if let text = answer.value.string { secrets.register(text) }
    }
  }

  private func entry(of document: JSON?) -> JSON? { KeptDocument(json: document)?[server] }

  private func step(of document: JSON?) -> JSON? { entry(of: document)?["journey"]?["document"] }

  private func split(_ whole: JSON?) -> (document: JSON?, answers: [Kept]) {
    guard let state = entry(of: whole)?.object, let kept = state[Self.member] else { return (whole, []) }
    return (replacing(Self.member, with: nil, in: whole), Self.read(kept))
  }

  private func join(_ document: JSON, _ answers: [Kept]) -> JSON {
    guard !answers.isEmpty else { return document }
    let entries: [JSON] = answers.map { answer in
      [
        "callback": .number(JSON.Number(answer.callback)), "input": .number(JSON.Number(answer.input)),
        "value": answer.value, "secret": .bool(answer.isSecret),
      ]
    }
    return replacing(Self.member, with: .array(entries), in: document) ?? document
  }

  /// The document with another value of a member in the state of the server.
  private func replacing(_ name: String, with value: JSON?, in whole: JSON?) -> JSON? {
    guard var document = KeptDocument(json: whole), var state = document[server]?.object else { return whole }
    state[name] = value
    document[server] = .object(state)
    return document.json
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
