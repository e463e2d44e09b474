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
    switch APIVersion.choose(call.request.header("Accept-API-Version"), among: .authenticate, checksProtocol: false) {
    case .served(let major, let minor): version = "\(major).\(minor)"
    case .unknown, .unknownProtocol: return .empty(404)
    case .unreadable(let header):
      return .authenticate(
        400, AMError(400, "Version string is in an invalid format: " + header).document, version: nil)
    }
    do {
      return try answer(version: version)
    } catch let refusal {
      var error = refusal
      if error.detail?["errorCode"] != nil { error.status = services.settings.timeoutStatus }
      let document = version.hasPrefix("1.") ? error.oldDocument : error.document
      return .authenticate(error.status, document, version: version)
    }
  }

  private func answer(version: String) throws(AMError) -> ServerResponse {
    guard call.method == "POST" else { throw .methodNotAllowed }
    try call.checkCSRF()
    let body = try document()
    let index = try self.index()
    if let authID = body?["authId"], !authID.isNull, authID.string != "" {
      guard let text = authID.string else {
        throw AMError(500, "org.forgerock.json.JsonValueException: /authId: Expecting a java.lang.String")
      }
      return try goOn(text, answers: body?["callbacks"], version: version)
    }
    if let key = returnedKey { return try goOn(key: key, answers: nil, version: version) }
    if let id = call.query["suspendedId"] { return try resume(id, version: version) }
    return try start(index, version: version)
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

  private enum Index {
    case standard
    case service(String)
    case advice(Advice)
  }

  private func index() throws(AMError) -> Index {
    guard let type = call.query["authIndexType"] else { return .standard }
    let value = call.query["authIndexValue"]
    switch type {
    case "service": return .service(value ?? "")
    case "composite_advice": return .advice(Advice(xml: value ?? ""))
    case "resource", "transaction", "user", "role", "level", "module", "module_instance": return .service("")
    default: throw AMError(400, "Unknown Authentication Index Type")
    }
  }

  private func start(_ index: Index, version: String) throws(AMError) -> ServerResponse {
    let session = call.session
    let name: String
    switch index {
    case .standard: name = call.realm.journeys.defaultName
    case .service(let journey): name = journey
    case .advice(let advice):
      guard let journey = advice.journey(in: call.realm, session: session) else { throw .noConfiguration }
      name = journey
    }
    guard let journey = call.realm.journeys.journey(name), journey.canBeStarted || isAllowedByAdvice(index, journey)
    else {
      throw .noConfiguration
    }
    if let session, session.realm == call.realm.path, session.service == name, !journey.mustRun,
      !call.query.flag("ForceAuth"), !isAdvice(index)
    {
      return success(
        token: session.token, target: call.query["goto"] ?? call.realm.successURL, details: JSON.Object(),
        version: version,
        cookies: [])
    }
    var state = JourneyState(
      starting: journey, in: call.realm, isNamed: !isStandard(index), minutes: services.settings.journeyMinutes, at: now
    )
    if let session, session.realm == call.realm.path { state.sessionToUpgrade = session.token }
    let attempt = Attempt(reference: services.tokens.attemptReference())
    return try proceed(state, attempt: attempt, realm: call.realm, answers: [], isStart: true, version: version)
  }

  private func isStandard(_ index: Index) -> Bool {
    if case .standard = index { return true }
    return false
  }

  private func isAdvice(_ index: Index) -> Bool {
    if case .advice = index { return true }
    return false
  }

  private func isAllowedByAdvice(_ index: Index, _ journey: Journey) -> Bool {
    isAdvice(index) && journey.isEnabled && !journey.innerTreeOnly
  }

  // Going on

  private func goOn(_ authID: String, answers posted: JSON?, version: String) throws(AMError) -> ServerResponse {
    try goOn(key: try services.authIDs.verify(authID, at: now), answers: posted, version: version)
  }

  /// The step that a client comes back to from another site with no more than the cookie `reentry` (am-protocol 9.5).
  private var returnedKey: String? {
    guard call.query["state"] != nil, call.query["error"] != nil || call.query["code"] != nil else { return nil }
    return call.cookies["reentry"].flatMap { services.steps.isWaiting($0, at: now) ? $0 : nil }
  }

  private func goOn(key: String, answers posted: JSON?, version: String) throws(AMError) -> ServerResponse {
    switch services.steps.claim(key, at: now) {
    case .gone: throw .timedOut
    case .busy: throw AMError(401, "Too Many Authentication Attempts!!")
    case .step(let step):
      let settings = services.settings
      var isAnswered = false
      defer {
        let isOnce = settings.allowsStateOnce && !settings.keepsAuthID
        services.steps.release(key, at: now, isUsedUp: step.attempt.hasEnded || isOnce && isAnswered)
      }
      guard let realm = call.realms[step.realm] else { throw .realmNotFound }
      let answers = try AnswerReader.read(posted, for: step.callbacks, all: settings.wantsAllCallbacks)
      isAnswered = true
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
    let minutes = state.frames.first?.journey.timeoutMinutes ?? services.settings.journeyMinutes
    state.deadline = now.adding(minutes: minutes)
    let attempt = Attempt(reference: services.tokens.attemptReference())
    return try proceed(
      state, attempt: attempt, realm: realm, answers: [], isStart: false, isResumed: true, version: version)
  }

  private func proceed(
    _ state: JourneyState, attempt: Attempt, realm: Realm, answers: [AnsweredCallback], isStart: Bool,
    isResumed: Bool = false,
    version: String
  ) throws(AMError) -> ServerResponse {
    var state = state
    if call.query.flag("noSession") { state.noSession = true }
    if let target = call.query["goto"], !target.isEmpty { state.successTarget = target }
    if let target = call.query["gotoOnFail"], !target.isEmpty { state.failureTarget = target }
    let languages = Languages(locale: call.query["locale"], acceptLanguage: call.request.header("Accept-Language"))
    let facts = RequestFacts(
      request: call.request, query: call.query, cookies: call.cookies, languages: languages, baseURL: call.baseURL,
      isResumed: isResumed, session: call.session)
    let run = JourneyRun(state: state, facts: facts, realm: realm, services: services, now: now)
    var result = run.run(answers)
    if isStart { result = HeaderLogin.answer(result, of: run) }
    return try JourneyEnd(call: call, run: run, attempt: attempt, realm: realm, version: version).answer(result)
  }

  private func success(token: String?, target: String, details: JSON.Object, version: String, cookies: [String])
    -> ServerResponse
  {
    JourneyEnd.success(
      token: token, target: target, realm: call.realm, details: details, version: version, cookies: cookies)
  }
}
