import Crypto
import HTTPServer
import JSON

/// `POST …/authenticate` (am-protocol 1, 2, 5; 11.2): starts journeys, takes answers, resumes what was suspended.
struct Authenticate {
  let call: Call
  private var services: Services { call.services }
  private var now: Moment { call.now }

  func answer() -> ServerResponse {
    let version: String
    let known = services.settings.form.versions(of: .authenticate)
    switch APIVersion.choose(call.request.header("Accept-API-Version"), among: known, checksProtocol: false) {
    case .served(let major, let minor): version = "\(major).\(minor)"
    case .unknown, .unknownProtocol: return .empty(404)
    case .unreadable(let header):
      let refusal = AMError(400, "Version string is in an invalid format: " + header)
      // The fork says it in bare words (am-protocol 1.7).
      guard !services.settings.isFork else {
        return ServerResponse(status: 400, headers: [], body: Array(refusal.message.utf8))
      }
      return .authenticate(400, refusal.document, version: nil)
    }
    do {
      return try answer(version: version)
    } catch {
      let document = version.hasPrefix("1.") ? error.oldDocument : error.document
      return .authenticate(error.status, document, version: version)
    }
  }

  private func answer(version: String) throws(AMError) -> ServerResponse {
    guard call.method == "POST" else {
      guard ["PATCH", "OPTIONS"].contains(call.method) else { throw .methodNotAllowed }
      var error = AMError(405, "Not Implemented")
      error.code = 501
      throw error
    }
    try call.checkCSRF()
    let body = try document()
    let index = try JourneyIndex(call)
    let isFork = services.settings.isFork
    if let authID = body?["authId"], !authID.isNull, isFork || authID.string != "" {
      guard let text = authID.string else {
        throw AMError(500, "org.forgerock.json.JsonValueException: /authId: Expecting a java.lang.String")
      }
      return try goOn(key: try step(of: text), answers: body?["callbacks"], version: version)
    }
    if let key = returnedKey { return try goOn(key: key, answers: nil, version: version) }
    // The fork knows no suspended journeys, and starts anew (am-protocol 9.4).
    if let id = call.query["suspendedId"], !isFork { return try resume(id, version: version) }
    // In the fork any member makes an object an answer, to the step that is yet to come (am-protocol 1.8, 2.11).
    let isAnswered = isFork && body?.object?.isEmpty == false
    return try start(index, answers: isAnswered ? .some(body?["callbacks"]) : .none, version: version)
  }

  /// The body; nil where there is none. What is not JSON is refused before anything else is looked at.
  private func document() throws(AMError) -> JSON? {
    guard !call.request.body.isEmpty else { return nil }
    guard call.hasJSONBody else { throw AMError(415, "Unsupported Media Type") }
    do {
      return try JSON(parsing: call.request.body)
    } catch {
      throw AMError(
        400, "The request could not be processed because the provided content is not a JSON value: \(error)")
    }
  }

  // Starting

  /// - Parameter answers: what was posted for the first step, where the start is its answer too.
  private func start(_ index: JourneyIndex, answers: JSON??, version: String) throws(AMError) -> ServerResponse {
    let session = try SessionToUpgrade.session(call)
    let isForced = call.query.flag("ForceAuth")
    let realm = index.realm(call)
    let journey = try index.journey(call, in: realm)
    if let session, session.realm == realm.path, session.service == journey.name, !journey.mustRun,
      !isForced, !index.asksForMore
    {
      return JourneyEnd.success(
        token: call.query.flag("noSession") ? nil : session.token,
        target: target("goto") ?? realm.successURL(host: call.host), realm: realm, details: JSON.Object(),
        version: version, cookies: [])
    }
    var state = JourneyState(
      starting: journey, in: realm, index: index.claims, minutes: services.settings.journeyMinutes, at: now)
    if let session, session.realm == realm.path { state.sessionToUpgrade = session.token }
    state.transactions = index.transactions
    if let level = index.level { state.shared[JourneyState.targetLevelKey] = .number(JSON.Number(level)) }
    if services.settings.isFork { state.forced = isForced ? (session == nil ? .withoutSession : .withSession) : nil }
    return try proceed(
      state, attempt: newAttempt, realm: realm, answers: [], isStart: true, early: answers, version: version)
  }

  /// A chain's reference is the token of the session that comes of it (am-protocol 1.10).
  private var newAttempt: Attempt {
    let tokens = services.tokens
    let settings = services.settings
    return Attempt(
      reference: settings.isFork ? tokens.sessionToken() : tokens.attemptReference(),
      key: settings.keepsAuthID ? tokens.oneTimeKey() : "")
  }

  // Going on

  /// The one-time key of an `authId`.
  private func step(of authID: String) throws(AMError) -> String {
    guard let key = try services.authIDs.verify(authID, at: now) else { throw services.settings.timeout }
    return key
  }

  /// The step that a client comes back to from another site with no more than the cookie `reentry` (am-protocol 9.5).
  private var returnedKey: String? {
    let query = call.query
    let isBack =
      query["state"] != nil && (query["error"] ?? query["code"]) != nil
      || query["RelayState"] != nil && (query["errorCode"] ?? query["responsekey"]) != nil
    guard isBack else { return nil }
    return call.cookies["reentry"].flatMap { services.steps.isWaiting($0, at: now) ? $0 : nil }
  }

  private func goOn(key: String, answers posted: JSON?, version: String) throws(AMError) -> ServerResponse {
    let settings = services.settings
    switch services.steps.claim(key, at: now) {
    case .gone: throw settings.stepIsGone
    case .busy: throw .tooManyAttempts
    case .step(let step):
      // Until the answer is out, whoever posts the same step comes too early (am-protocol 2.2).
      call.hasInWork(step, key: key)
      guard let realm = call.realms[step.realm] else { throw .realmNotFound }
      var answers = try AnswerReader.read(posted, for: step.callbacks, all: settings.wantsAllCallbacks)
      if settings.wantsCallbackIDs { answers.removeAll { !$0.isIdentified } }
      let isOnce = settings.allowsStateOnce && !settings.keepsAuthID
      defer { call.hasUsed(isOnce || step.attempt.hasEnded ? .usedUp : .answered) }
      return try proceed(
        step.state, attempt: step.attempt, realm: realm, answers: answers, isStart: false, version: version)
    }
  }

  private func resume(_ id: String, version: String) throws(AMError) -> ServerResponse {
    guard let step = services.steps.resume(id, at: now), let realm = call.realms[step.realm] else {
      throw AMError(
        401,
        "org.forgerock.openam.auth.nodes.framework.token.SuspendedAuthSessionException: Token not found. It may have expired."
      )
    }
    var state = step.state
    let minutes = state.journey?.timeoutMinutes ?? services.settings.journeyMinutes
    state.deadline = now.adding(minutes: minutes)
    return try proceed(
      state, attempt: newAttempt, realm: realm, answers: [], isStart: false, isResumed: true, version: version)
  }

  /// Where the request wants to go at the end: a URL of the web, or a path. Nothing else is taken, nor told (am-protocol 1.3, 1.10).
  private func target(_ name: String) -> String? {
    guard let target = call.query[name] else { return nil }
    return ["http://", "https://", "/"].contains(where: target.hasPrefix) ? target : nil
  }

  private func proceed(
    _ state: JourneyState, attempt: Attempt, realm: Realm, answers: [AnsweredCallback], isStart: Bool,
    isResumed: Bool = false, early: JSON?? = nil, version: String
  ) throws(AMError) -> ServerResponse {
    var state = state
    if call.query.flag("noSession") { state.noSession = true }
    state.successTarget = target("goto") ?? state.successTarget
    state.failureTarget = target("gotoOnFail") ?? state.failureTarget
    let languages = Languages(locale: call.query["locale"], acceptLanguage: call.request.header("Accept-Language"))
    let facts = RequestFacts(
      request: call.request, query: call.query, cookies: call.cookies, languages: languages, baseURL: call.baseURL,
      isResumed: isResumed, session: services.settings.isFork ? nil : call.session)
    let run = JourneyRun(state: state, facts: facts, realm: realm, services: services, now: now)
    var result = run.run(answers)
    if isStart { result = HeaderLogin.answer(result, of: run) }
    if let early, case .step(_, let callbacks) = result {
      guard let early else { throw AMError(401, services.settings.failureMessage) }
      result = run.run(try AnswerReader.read(early, for: callbacks, all: services.settings.wantsAllCallbacks))
    }
    let end = JourneyEnd(call: call, run: run, attempt: attempt, realm: realm, version: version, isStart: isStart)
    return try end.answer(result)
  }
}
