package import Crypto

/// One authorize request: its parameters in a fixed order, and what the answer is checked against.
///
/// `state`, `nonce` and the PKCE verifier are fresh for each request (am-protocol 7.5).
package struct AuthorizeRequest: Sendable {
  /// Names and values, each name once, not yet encoded.
  package let parameters: [(String, String)]
  /// What the answer must bring back.
  package let state: String
  /// What the ID token must hold.
  package let nonce: String
  /// The PKCE verifier of the exchange.
  package let verifier: String
  /// Seconds of `max_age`, where it was asked for.
  package let maxAge: Int?
  /// The value of `prompt` that is sent.
  package let prompt: String?
  /// The value of `acr_values` that is sent.
  package let acrValues: String?

  /// Parameters that this program sets by itself; they bind the answer to the request, or carry secrets.
  static let protected: Set<String> = [
    "client_id", "response_type", "response_mode", "redirect_uri", "scope", "state", "code_challenge",
    "code_challenge_method", "code_verifier", "request", "request_uri", "csrf", "decision", "save_consent",
    "client_secret", "client_assertion", "client_assertion_type", "grant_type", "code",
  ]

  /// Builds the request of a client; `prompt` replaces the configured one.
  ///
  /// - Throws: `config` where an additional parameter would replace a protected one, or `max_age` is no number.
  package init(
    config: OidcConfig, prompt: String? = nil, random: some RandomSource
  ) throws(OidcError) {
    var extra = config.additionalParameters
    for name in extra.keys.sorted() where Self.protected.contains(name) {
      throw .config(
        "oidcParam", "The parameter '\(name)' is set by the program itself and cannot be replaced.",
        hint: name == "scope" ? "Give --scope." : nil)
    }
    func given(_ name: String, _ setting: String?) -> String? {
      let value = extra.removeValue(forKey: name)
      return value ?? setting.flatMap { $0.isEmpty ? nil : $0 }
    }
    let pkce = PKCE(random: random)
    state = Base64URL.encode(random.bytes(24))
    nonce = given("nonce", config.nonce) ?? Base64URL.encode(random.bytes(24))
    verifier = pkce.verifier
    let configuredPrompt = given("prompt", config.prompt)
    self.prompt = prompt ?? configuredPrompt
    acrValues = given("acr_values", config.acrValues)
    var list = [
      ("client_id", config.clientId), ("response_type", "code"), ("scope", config.scopeText),
      ("redirect_uri", config.redirectUri), ("state", state), ("nonce", nonce), ("code_challenge", pkce.challenge),
      ("code_challenge_method", PKCE.method),
    ]
    if let acrValues { list.append(("acr_values", acrValues)) }
    if let prompt = self.prompt { list.append(("prompt", prompt)) }
    if let hint = given("login_hint", config.loginHint) { list.append(("login_hint", hint)) }
    if let locales = given("ui_locales", config.uiLocales) { list.append(("ui_locales", locales)) }
    if let text = extra["max_age"] {
      guard let seconds = Int(text), seconds >= 0 else {
        throw .config("oidcParam", "The parameter 'max_age' is '\(text)' and not a number of seconds.")
      }
      maxAge = seconds
    } else {
      maxAge = nil
    }
    for name in extra.keys.sorted() { list.append((name, extra[name] ?? "")) }
    parameters = list
  }

  /// Whether the server may have ended the session because of this request (am-protocol 7.4).
  package var mayEndSession: Bool { maxAge != nil || (prompt ?? "").split(separator: " ").contains("login") }
}
