import JSON

/// A session of the profile, and what the server says about it (am-protocol 6).
///
/// All calls act on this session alone; its token goes as header and cookie and never in a URL.
public struct Session: Sendable {
  let agent: UserAgent
  /// The token.
  public let token: Secret

  package init(agent: UserAgent, token: Secret) {
    self.agent = agent
    self.token = token
  }

  /// The token as text, under the name of the iOS SDK.
  public var value: String { token.revealed }

  /// User, realm and times; asking does not count as use where the server can tell the two apart (the open fork cannot).
  ///
  /// - Throws: `noSession` where the server no longer knows the session.
  public func info() async throws(SessionError) -> SessionInfo {
    let reply = try await action("getSessionInfo", versions: ["4.0", "2.0"])
    guard reply.isGood, let document = reply.json?.object else {
      throw Self.failure(reply, "The request for the session")
    }
    guard document["valid"]?.bool != false else { throw .sessionEnded }
    return SessionInfo(document)
  }

  /// Whether the server still knows the session; idle time goes on (`refresh=false`, which the open fork ignores).
  public func validate() async throws(SessionError) -> Bool {
    let reply = try await action("validate", versions: ["4.0", "1.2"], query: [("refresh", "false")])
    if reply.status == 401 { return false }
    guard reply.isGood, let valid = reply.json?["valid"]?.bool else {
      throw Self.failure(reply, "The validation of the session")
    }
    return valid
  }

  /// Ends the session on the server.
  ///
  /// - Throws: What kept it from ending, or that nobody has confirmed it: a page of a gateway with the status 200 says nothing of
  ///   the session. A 401 means that it is gone already and is no error.
  package func logout() async throws(SessionError) {
    let reply = try await action("logout", versions: ["4.0", "2.0"])
    if [204, 401].contains(reply.status) || reply.isGood && reply.json?["result"]?.string != nil { return }
    throw Self.failure(reply, "The log-out of the session")
  }

  /// One action in the newest version that the server knows.
  ///
  /// The token stands in the body too, for servers that read it there alone; beside the same header it does no harm.
  /// A 404 means that it does not know the version, never that the session is gone (am-protocol 6.2).
  private func action(_ name: String, versions: [String], query: [(String, String)] = []) async throws(SessionError)
    -> Reply
  {
    try await agent.ready()
    guard await agent.sessionToken == token else { throw .sessionEnded }
    var reply: Reply?
    for version in versions where reply == nil || reply?.status == 404 {
      reply = try await agent.reply(
        to: .json(
          "POST", agent.endpoints.json("sessions"), query: [("_action", name)] + query,
          body: ["tokenId": .string(token.revealed)],
          version: "resource=\(version), protocol=1.0"))
    }
    guard let reply else { throw OidcError(.unexpectedReply, "The session action '\(name)' has no version.") }
    return reply
  }

  static func failure(_ reply: Reply, _ what: String) -> OidcError {
    reply.status == 401 ? .sessionEnded : reply.failure(what)
  }
}

extension OidcError {
  /// The server no longer knows the session.
  package static let sessionEnded: OidcError = {
    var error = OidcError(
      .noSession, "The session has ended: the server no longer knows it.",
      hint: "Sign in with 'start' or 'login' again.")
    error.reason = .loginNeeded
    return error
  }()
}
