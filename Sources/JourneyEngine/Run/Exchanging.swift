import HTTPClient
import JSON

/// One request of a journey and what its answer means.
extension UserAgent {
  /// A node, and whether the step that was answered stays open.
  struct Outcome {
    let node: any Node
    let staysOpen: Bool
  }

  /// The first request of a journey. `named` asks for it: its query pairs go out once, those of the run each time.
  func begin(_ run: JourneyRun, query: [(String, String)]) async -> any Node {
    await post(run, query: query, body: Self.emptyObject, answering: nil).node
  }

  /// The answer to a step.
  func answer(_ node: ContinueNode, body: JSON, query: [(String, String)]) async -> Outcome {
    await post(node.run, query: query, body: body.bytes(), answering: node)
  }

  private static let emptyObject = Array("{}".utf8)

  private func post(
    _ run: JourneyRun, query: [(String, String)], body: [UInt8], answering: ContinueNode?
  ) async -> Outcome {
    let own = run.repeated.filter { pair in !query.contains { $0.0 == pair.0 } }
    let request = AMRequest(
      kind: .json(version: AMRequest.authenticateVersion), method: "POST",
      url: Query.append(query + own, to: endpoints.authenticate(run.realm)), body: body,
      contentType: "application/json", sendsSession: run.transaction == nil)
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
      forgetStep()
      return Outcome(node: success(document?.object ?? [:], cookie, run, response), staysOpen: false)
    case .error(let cause):
      let staysOpen = cause == .badRequest && answering != nil
      if !staysOpen { forgetStep() }
      let node = ErrorNode(response, document?.object, cause: cause, run: run, continueNode: answering)
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
      step: Step(document), number: (answering?.number ?? 0) + 1, run: run, exchange: response.exchange, agent: self)
    state.journey = KeptJourney(run: run, number: node.number, document: document)
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

  private func forgetStep() {
    guard state.journey != nil else { return }
    state.journey = nil
    isChanged = true
  }
}
