import HTTPClient

/// Whether a session was found alive after an authorize request that it was not enough for.
package enum SessionState: Sendable, Equatable {
  /// It is good; something else is asked for.
  case alive
  /// The server no longer knows it.
  case dead
  /// Not asked, or no answer.
  case unknown
}

extension AuthorizeAnswer {
  /// The error that an answer other than a code means; each kind has its own text.
  package func failure(reply: Reply, clientID: String, redirectUri: String, session: SessionState) -> OidcError {
    var error = untold(clientID: clientID, redirectUri: redirectUri, session: session, reply: reply)
    error.status = reply.status
    error.host = reply.host
    if error.kind == .unexpectedReply { error.contentType = reply.contentType }
    return error
  }

  private func untold(clientID: String, redirectUri: String, session: SessionState, reply: Reply) -> OidcError {
    switch self {
    case .refused(let code, let description):
      return Self.refusal(code, description, clientID: clientID, redirectUri: redirectUri, reply: reply)
    case .pinned(let advice, _): return Self.pinned(advice, clientID: clientID)
    case .login(let path): return Self.login(path: path, session: session)
    case .consent:
      var error = OidcError(
        .oauth, "The client '\(clientID)' needs the user's consent before it gets tokens.",
        hint: OidcError.consentHint)
      error.error = "consent_required"
      error.reason = .consentNeeded
      return error
    case .serverTrouble: return reply.failure("The authorize request")
    case .unauthorized(let message):
      var error = OidcError(
        .noSession,
        "The server does not accept the session (401\(message.map { ": \(ServerText.message($0))" } ?? "")).",
        hint: "Sign in with 'start' or 'login' again.")
      error.reason = .loginNeeded
      return error
    case .unexpected(let what):
      if reply.status == 429 { return reply.failure("The authorize request") }
      return OidcError(.unexpectedReply, "The authorize request was answered with \(what).")
    case .code: return OidcError(.unexpectedReply, "The authorize request was answered with a code that is not used.")
    }
  }

  private static func refusal(
    _ code: String, _ description: String?, clientID: String, redirectUri: String, reply: Reply
  ) -> OidcError {
    var error = OidcError.refused(
      by: "The authorize request", error: code, description: description, status: reply.status)
    switch code {
    case "invalid_client", "unauthorized_client":
      error.hint = "Check that the realm has a client '\(clientID)' that may use authorization codes."
    case "redirect_uri_mismatch": error.hint = "Register '\(redirectUri)' for the client, exactly as it is written."
    case "invalid_scope": error.hint = "Ask for scopes that the client has."
    default: break
    }
    return error
  }

  private static func login(path: String, session: SessionState) -> OidcError {
    var error: OidcError
    switch session {
    case .dead: error = OidcError(.noSession, "The session has ended: the server asks for a new sign-in.")
    case .alive:
      error = OidcError(
        .noSession, "The session is alive, but the server does not accept it here and asks for a sign-in at \(path).")
      error.hint =
        "It may be of another realm, or 'prompt', 'acr_values' or 'max_age' ask for more. Sign in again as they say."
    case .unknown:
      error = OidcError(.noSession, "The server does not accept the session and asks for a sign-in at \(path).")
    }
    error.hint = error.hint ?? "Sign in with 'start' or 'login' again."
    error.reason = .loginNeeded
    return error
  }

  private static func pinned(_ advice: String, clientID: String) -> OidcError {
    let transaction = Advice.transaction(of: advice)
    var error = OidcError(
      .noSession,
      "The client '\(clientID)' is bound to a journey of its own, so the server takes no session made before.",
      hint: "Go through that journey, 'start \(startOptions(advice, transaction))', and then run 'tokens --consent'.")
    error.reason = .journeyNeeded(advice: advice)
    return error
  }

  /// What starts the journey of an advice, as short as it can be written.
  private static func startOptions(_ advice: String, _ transaction: String) -> String {
    let isPlain = PercentEncoding.encode(transaction) == transaction
    return isPlain ? "--advice TransactionConditionAdvice=\(transaction)" : "--advice-text '\(advice)'"
  }
}

extension OidcError {
  /// The journey that a client is bound to is not at its end yet.
  static func journeyUnderWay(_ clientID: String) -> OidcError {
    var error = OidcError(
      .noSession, "The journey that the client '\(clientID)' is bound to is still under way.",
      hint: "Answer its step with 'set' and 'next'; then run 'tokens --consent'.")
    error.reason = .loginNeeded
    return error
  }

  /// That journey has ended well, but the server gives its code only together with the consent.
  static func consentOfJourney(_ clientID: String) -> OidcError {
    var error = OidcError(
      .oauth,
      "The journey that the client '\(clientID)' is bound to has ended well; the server gives tokens only together with "
        + "the consent to their scopes.",
      hint: "Run 'tokens --consent' to agree.")
    error.error = "consent_required"
    error.reason = .consentNeeded
    return error
  }
}
