import Crypto
import HTTPClient
import JSON
import Synchronization

/// One request of a journey and what its answer means.
extension UserAgent {
  /// A node, and whether the step that was answered stays open.
  struct Outcome {
    let node: any Node
    let staysOpen: Bool
  }

  /// The first request of a journey. `query` asks for it: its pairs go out once, those of the run each time.
  ///
  /// Some servers refuse whatever comes with a session that has ended. So a refusal has the session at hand asked after, and
  /// when it is gone the journey begins once more without it.
  func begin(_ run: JourneyRun, query: [(String, String)]) async -> any Node {
    let session = run.transaction == nil ? sessionToken : nil
    let first = await post(run, query: query, body: Self.emptyObject, answering: nil).node
    guard let refused = first as? ErrorNode, refused.status == 401, refused.cause == .rejected, let session,
      await isGone(session)
    else { return first }
    warn("the session at hand has ended: the journey was begun without it")
    await forget(session: session)
    let others = query.filter { $0 != (StartPlan.upgrade, session.revealed) }
    return await post(run, query: others, body: Self.emptyObject, answering: nil).node
  }

  /// Whether the server says that a session is no more. One that cannot be asked after is kept.
  private func isGone(_ session: Secret) async -> Bool {
    do {
      return try await !Session(agent: self, token: session).validate()
    } catch {
      return error.kind == .noSession
    }
  }

  /// The answer to a step. In a storage that is shared no other process sends it, before or after.
  func answer(_ node: ContinueNode, body: JSON, query: [(String, String)]) async throws(Refusal) -> Outcome {
    guard let turn = try await turn(for: node) else {
      return await post(node.run, query: query, body: body.bytes(), answering: node)
    }
    guard !turn.wasSent else {
      await turn.end(reopens: false)
      try await giveUp(node)
      throw .sentStep
    }
    let problem = Mutex<StorageError?>(nil)
    let outcome = await post(node.run, query: query, body: body.bytes(), answering: node) {
      do throws(StorageError) {
        try turn.begin()
        return true
      } catch {
        problem.withLock { [error] in $0 = error }
        return false
      }
    }
    await turn.end(reopens: outcome.staysOpen)
    if let problem = problem.withLock({ $0 }) { throw .storage(problem) }
    return outcome
  }

  /// The turn to send a step, nil where no other process could.
  private func turn(for node: ContinueNode) async throws(Refusal) -> (any SendingTurn)? {
    guard let storage = config.storage else { return nil }
    let step = Array("\(node.id) \(node.number) ".utf8) + node.step.document.bytes()
    let digest = Base64URL.encode(HashAlgorithm.sha256.hash(step))
    do {
      return try await storage.turn(for: digest)
    } catch {
      throw .storage(
        (error as? StorageError)
          ?? StorageError(message: "the step cannot be noted: \(error)", path: storage.place))
    }
  }

  /// Takes over what the process that has sent a step made of it. One that has died made nothing: then the step is gone.
  private func giveUp(_ node: ContinueNode) async throws(Refusal) {
    do {
      try await reload()
    } catch {
      throw .storage(error)
    }
    guard state.journey?.id == node.id, state.journey?.document == node.step.document else { return }
    forgetStep()
    await save()
  }

  private static let emptyObject = Array("{}".utf8)

  private func post(
    _ run: JourneyRun, query: [(String, String)], body: [UInt8], answering: ContinueNode?,
    mayBegin: (@Sendable () -> Bool)? = nil
  ) async -> Outcome {
    let own = run.repeated.filter { pair in !query.contains { $0.0 == pair.0 } }
    var request = AMRequest(
      kind: .json(version: AMRequest.authenticateVersion), method: "POST",
      url: Query.append(query + own, to: endpoints.authenticate(run.realm)), body: body,
      contentType: "application/json", sendsSession: run.transaction == nil)
    request.mayBegin = mayBegin
    let outcome: Outcome
    do {
      let response = try await send(request)
      if answering == nil { giveUpStep() }
      outcome = await interpret(response, of: run, answering: answering)
    } catch {
      let staysOpen = answering != nil && !error.mayHaveReachedServer
      if error.mayHaveReachedServer {
        if answering == nil { giveUpStep() } else { forgetStep() }
      }
      outcome = Outcome(node: FailureNode(error, continueNode: answering), staysOpen: staysOpen)
    }
    await save()
    return outcome
  }

  private func interpret(_ response: AMResponse, of run: JourneyRun, answering: ContinueNode?) async -> Outcome {
    let document = response.json()
    let cookie = await sessionCookie(of: response, document)
    switch Verdict(status: response.status, document: document, setsSession: cookie != nil) {
    case .step:
      return Outcome(node: keep(document ?? .null, of: run, after: answering, response), staysOpen: false)
    case .success:
      let node = success(document?.object ?? [:], cookie, run, response)
      forgetStep(ending: KeptEnding(node, status: response.status, run: run))
      return Outcome(node: node, staysOpen: false)
    case .error(let cause):
      let staysOpen = cause == .badRequest && answering != nil
      let node = ErrorNode(response, document?.object, cause: cause, run: run, continueNode: answering)
      if !staysOpen { forgetStep(ending: KeptEnding(node, run: run)) }
      return Outcome(node: node, staysOpen: staysOpen)
    case .failure(let cause):
      forgetStep()
      return Outcome(
        node: FailureNode(response, document?.object, cause: cause, continueNode: answering), staysOpen: false)
    }
  }

  /// The value of the session cookie that an answer sets. The name is needed only where the body does not settle it.
  private func sessionCookie(of response: AMResponse, _ document: JSON?) async -> Secret? {
    guard (200..<300).contains(response.status), !Verdict.isStep(document),
      document?["tokenId"]?.string?.isEmpty ?? true
    else { return nil }
    let lines = response.headers.all("Set-Cookie")
    guard !lines.isEmpty else { return nil }
    let name = await cookieName()
    guard let url = HTTPURL(endpoints.authenticate()) else { return nil }
    let now = config.clock.seconds
    let values = lines.compactMap { Cookie(setCookie: $0, host: url.host, path: response.path, now: now) }
    let cookie = values.last { $0.name == name && !$0.value.isEmpty && ($0.expires.map { $0 > now } ?? true) }
    return cookie.map { Secret($0.value) }
  }

  private func keep(
    _ document: JSON, of run: JourneyRun, after answering: ContinueNode?, _ response: AMResponse
  ) -> ContinueNode {
    let node = ContinueNode(
      step: Step(document), number: (answering?.number ?? 0) + 1, run: run, id: UUIDText.random(config.random),
      exchange: response.exchange, agent: self)
    state.journey = KeptJourney(run: run, number: node.number, document: document, id: node.id)
    state.ending = nil
    current = node
    isChanged = true
    return node
  }

  private func success(
    _ body: JSON.Object, _ cookie: Secret?, _ run: JourneyRun, _ response: AMResponse
  ) -> SuccessNode {
    let sent = body["tokenId"]?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
    let url = body["successUrl"]?.string
    let realm = body["realm"]?.string
    // Without a token in the answer the session that was sent still holds, unless none was wanted (am-protocol 1.5).
    let token = sent ?? cookie ?? (run.noSession ? nil : state.session?.token)
    if let token { adopt(session: HeldSession(token: token, realm: realm, successURL: url)) }
    if let transaction = run.transaction, state.authorization?.transaction == transaction {
      state.authorization?.isSatisfied = true
      isChanged = true
    }
    return SuccessNode(
      session: token.map { SSOToken(token: $0, successURL: url ?? "", realm: realm ?? "") }, input: body,
      exchange: response.exchange, agent: self)
  }

  /// A user agent is in one journey: the start of another closes the step at hand.
  private func giveUpStep() {
    current?.close()
    forgetStep()
  }

  /// The journey is over, or it is not known where it is.
  private func forgetStep(ending: KeptEnding? = nil) {
    guard state.journey != nil || state.ending != ending else { return }
    state.journey = nil
    state.ending = ending
    isChanged = true
  }
}
