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

    /// Whether another one is of the same input.
    func isInPlace(of other: Kept) -> Bool { callback == other.callback && input == other.input }
  }

  private static let member = "answers"
  private let base: any JourneyStorage
  /// The base URL of the server whose step it is.
  private let server: String
  /// The answers as they were last loaded or saved, and the step that they belong to.
  private let state = Mutex<(step: JSON?, answers: [Kept])>((nil, []))

  private let secrets: SecretRegistry
  private let begins: @Sendable () -> Void

  /// What is kept is registered in `secrets`, so that nothing repeats it, also what an earlier process has put there. `begins` is
  /// called when something is kept where nothing was.
  init(_ base: any JourneyStorage, server: String, secrets: SecretRegistry, begins: @escaping @Sendable () -> Void = {})
  {
    self.base = base
    self.begins = begins
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
    let wasEmpty = Atomic(false)
    let whole = try await base.update { whole in
      wasEmpty.store(whole == nil, ordering: .relaxed)
      let (before, answers) = split(whole)
      guard let after = try change(before).map(withoutEchoes) else { return nil }
      return join(after, step(of: after) == step(of: before) ? answers : [])
    }
    if wasEmpty.load(ordering: .relaxed), whole != nil { begins() }
    let (document, answers) = split(whole)
    register(document, answers)
    state.withLock { $0 = (step(of: document), answers) }
    return document
  }

  func turn(for step: String) async throws -> (any SendingTurn)? {
    try await base.turn(for: step)
  }

  func delete() async throws {
    state.withLock { $0 = (nil, []) }
    try await base.delete()
  }

  func makeRoom() async throws { try await base.makeRoom() }

  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await base.exclusively(body)
  }

  /// Keeps what has changed in these answers since they were loaded, unless another process has gone on to another step.
  ///
  /// - Returns: The answers that are kept now, those that another process has set meanwhile among them.
  func keep(_ answers: [Kept]) async throws -> [Kept] {
    let before = state.withLock { $0 }
    let whole = try await base.update { whole in
      let (document, theirs) = split(whole)
      guard let document, step(of: document) == before.step else { return nil }
      return join(document, Self.merged(answers, since: before.answers, into: theirs))
    }
    let (document, kept) = split(whole)
    guard before.step != nil, step(of: document) == before.step else { return answers }
    register(nil, kept)
    state.withLock { $0.answers = kept }
    return kept
  }

  /// The answers `theirs`, with those in place that were set, changed or taken back since `base`.
  private static func merged(_ mine: [Kept], since base: [Kept], into theirs: [Kept]) -> [Kept] {
    func isChanged(_ entry: Kept) -> Bool { mine.first(where: entry.isInPlace) != base.first(where: entry.isInPlace) }
    return theirs.filter { !isChanged($0) } + mine.filter { isChanged($0) }
  }

  /// The document without what a server repeated of a secret when it refused.
  private func withoutEchoes(_ document: JSON) -> JSON {
    guard let ending = entry(of: document)?["ending"], ending["body"]?["message"] != nil else { return document }
    let scrubbed = secrets.scrubTexts(of: ending, sparesWords: true)
    return scrubbed == ending ? document : replacing("ending", with: scrubbed, in: document) ?? document
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
