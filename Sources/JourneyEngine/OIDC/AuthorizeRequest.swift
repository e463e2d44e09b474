package import Crypto

/// One authorize request: its parameters in a fixed order, and what the answer is checked against.
///
/// `state`, `nonce` and the PKCE verifier are fresh for each request (am-protocol 7.5).
package struct AuthorizeRequest: Sendable {
  /// Names and values, each name once, not yet encoded.
  package let parameters: [(String, String)]
  /// What its answer is checked against.
  package let binding: AnswerBinding
  /// The value of `prompt` that is sent.
  package let prompt: String?

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
    let state = Base64URL.encode(random.bytes(24))
    let nonce = given("nonce", config.nonce) ?? Base64URL.encode(random.bytes(24))
    let configuredPrompt = given("prompt", config.prompt)
    self.prompt = prompt ?? configuredPrompt
    let acrValues = given("acr_values", config.acrValues)
    var list = [
      ("client_id", config.clientId), ("response_type", "code"), ("scope", config.scopeText),
      ("redirect_uri", config.redirectUri), ("state", state), ("nonce", nonce), ("code_challenge", pkce.challenge),
      ("code_challenge_method", PKCE.method),
    ]
    if let acrValues { list.append(("acr_values", acrValues)) }
    if let prompt = self.prompt { list.append(("prompt", prompt)) }
    if let hint = given("login_hint", config.loginHint) { list.append(("login_hint", hint)) }
    if let locales = given("ui_locales", config.uiLocales) { list.append(("ui_locales", locales)) }
    let maxAge = try Self.maxAge(extra["max_age"])
    for name in extra.keys.sorted() { list.append((name, extra[name] ?? "")) }
    parameters = list
    binding = AnswerBinding(
      state: state, nonce: nonce, verifier: pkce.verifier, maxAge: maxAge, acrValues: acrValues)
  }

  private static func maxAge(_ text: String?) throws(OidcError) -> Int? {
    guard let text else { return nil }
    if let seconds = Int(text), seconds >= 0 { return seconds }
    throw .config("oidcParam", "The parameter 'max_age' is '\(text)' and not a number of seconds.")
  }

  /// Whether the server may have ended the session because of this request (am-protocol 7.4).
  package var mayEndSession: Bool { binding.maxAge != nil || (prompt ?? "").split(separator: " ").contains("login") }
}
