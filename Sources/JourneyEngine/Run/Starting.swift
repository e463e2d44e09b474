import JSON

/// The first request of a journey.
extension UserAgent {
  /// Makes sure that requests are possible: settings that do, and a state that has been read.
  package func prepare() async throws(Refusal) {
    if let problem = SettingsCheck.problem(config, endpoints) { throw problem }
    do {
      try await load()
    } catch {
      throw .storage(error)
    }
  }

  func start(_ name: String?, _ options: StartOptions) async throws(Refusal) -> any Node {
    try await prepare()
    try await makeRoom()
    let name = name.flatMap { $0.isEmpty ? nil : $0 }
    let advice = try Advice(options)
    let plan = StartPlan(
      name: name, options: options, advice: advice, realm: endpoints.realm, session: sessionToken,
      awaited: state.authorization?.transaction)
    return await begin(plan.run, query: plan.query)
  }
}

/// What the first request of a journey asks for.
///
/// - Source: am-protocol 1.3, 9.1, 9.2.
struct StartPlan {
  /// What goes on with every request.
  let run: JourneyRun
  /// What goes with the first one alone.
  let query: [(String, String)]

  /// `session` is the token at hand, `awaited` the transaction that an authorize request waits for.
  init(name: String?, options: StartOptions, advice: Advice?, realm: Realm, session: Secret?, awaited: String?) {
    let transaction = advice.map { Advice.transaction(of: $0.xml) }.flatMap { $0 == awaited ? $0 : nil }
    // `false` means absent, so it is left out; the options and the same words in the query are one.
    let given = options.query.filter { !(Self.switches.contains($0.0) && $0.1 == "false") }
    let forceAuth = options.forceAuth || given.contains { $0 == ("ForceAuth", "true") }
    let noSession = options.noSession || given.contains { $0 == ("noSession", "true") }
    let isIndexed = given.contains { $0.0 == "authIndexType" }
    var query: [(String, String)] = []
    if let advice {
      query += [("authIndexType", "composite_advice"), ("authIndexValue", advice.xml)]
    } else if let name, !isIndexed {
      query += [("authIndexType", "service"), ("authIndexValue", name)]
    }
    if forceAuth { query.append(("ForceAuth", "true")) }
    let taken = advice == nil ? [] : ["authIndexType", "authIndexValue"]
    query += given.filter { !Self.switches.contains($0.0) && !Self.repeated.contains($0.0) && !taken.contains($0.0) }
    // Old servers ignore header and cookie here and upgrade the session that this parameter names (am-protocol 1.10). It
    // puts the token into a URL, so it goes only where an upgrade is asked for: with a forced journey or an advice.
    if let session, forceAuth || advice != nil, transaction == nil, !given.contains(where: { $0.0 == Self.upgrade }) {
      query.append((Self.upgrade, session.revealed))
    }
    self.query = query
    run = JourneyRun(
      name: advice == nil && !isIndexed ? name : nil, realm: advice?.realm ?? realm,
      repeated: (noSession ? [("noSession", "true")] : []) + given.filter { Self.repeated.contains($0.0) },
      noSession: noSession, transaction: transaction)
  }

  private static let switches = ["ForceAuth", "noSession"]
  private static let repeated = ["goto", "gotoOnFail"]
  static let upgrade = "sessionUpgradeSSOTokenId"
}

/// Settings with which no request could be made.
enum SettingsCheck {
  static func problem(_ config: JourneyConfig, _ endpoints: AMEndpoints) -> Refusal? {
    if config.serverUrl.isEmpty { return .config(key: "server", message: "no server is set") }
    if endpoints.base == nil {
      guard !config.serverUrl.utf8.contains(UInt8(ascii: "@")) else {
        return .config(key: "server", message: "the URL of the server must have no user name and no password in it")
      }
      let text = ServerText.line(config.serverUrl)
      return .config(key: "server", message: "the server is no http or https URL without query: \(text)")
    }
    for (name, value) in config.headers where !UserAgent.isToken(name) || !isClean(value) {
      return .config(key: "header", message: "this cannot be a header: \(ServerText.line(name))")
    }
    if let cookie = config.cookie, !cookie.isEmpty, !UserAgent.isToken(cookie) {
      return .config(key: "cookie", message: "this cannot be the name of a cookie: \(ServerText.line(cookie))")
    }
    if let locale = config.locale, !isClean(locale) {
      return .config(key: "locale", message: "this cannot be a list of languages: \(ServerText.line(locale))")
    }
    for origin in config.trustedOrigins where TrustedOrigins(server: nil, others: [origin]).origins.isEmpty {
      return .config(key: "trustOrigin", message: "this is no http or https origin: \(ServerText.line(origin))")
    }
    return nil
  }

  private static func isClean(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
