import Crypto
import JSON

/// An authorisation request whose client and redirect URI are known to be good, so that errors may go there.
struct AuthorizationRequest: Sendable {
  let client: Client
  let redirectURI: String
  let parameters: Parameters
  /// The `request_uri` that it came by.
  let pushedURI: String?

  var state: String? { parameters["state"] }
  var nonce: String? { parameters["nonce"] }

  /// What a person has to be shown instead of a redirect: unknown client, other redirect URI, a parameter twice (am-protocol 7.2).
  init(_ given: Parameters, call: Call) throws(OAuthError) {
    if let name = given.repeated { throw .duplicate(name) }
    guard let id = given["client_id"], !id.isEmpty else { throw .missingFromRequest("client_id") }
    guard let client = call.realm.provider.client(id) else { throw .invalidClient }
    self.client = client
    // The fork knows no pushed requests and reads past the parameter (am-protocol 7.6).
    if let uri = given["request_uri"], !call.services.settings.isFork {
      guard let pushed = call.realm.provider.pushed(uri, at: call.now), pushed.clientID == id else {
        throw OAuthError("invalid_request_uri", "The request_uri is unknown, expired or used")
      }
      var parameters = pushed.parameters
      for name in ["prompt", "decision", "csrf", "save_consent"] {
        if let value = given[name] {
          parameters.pairs.removeAll { $0.name == name }
          parameters.add(name, value)
        }
      }
      self.parameters = parameters
      pushedURI = uri
    } else {
      parameters = given
      pushedURI = nil
    }
    guard let redirectURI = parameters["redirect_uri"], !redirectURI.isEmpty else { throw .noRedirectURI }
    guard client.redirectURIs.contains(where: { $0.utf8.elementsEqual(redirectURI.utf8) }) else {
      throw .redirectURIMismatch
    }
    self.redirectURI = redirectURI
  }

  /// The response types, in no order.
  var responseTypes: Set<String> { Set((parameters["response_type"] ?? "").split(separator: " ").map(String.init)) }

  var prompts: [String] { (parameters["prompt"] ?? "").split(separator: " ").map(String.init) }

  var isSilent: Bool { prompts.contains("none") }

  var scopes: [String] {
    var seen: Set<String> = []
    return (parameters["scope"] ?? "").split(separator: " ").map(String.init).filter { seen.insert($0).inserted }
  }

  /// Whether the answer stands in the fragment: asked for, or the rule for ID tokens.
  var usesFragment: Bool {
    parameters["response_mode"].map { $0 == "fragment" } ?? responseTypes.contains("id_token")
  }

  /// Whether the answer is posted by a form (OAuth 2.0 Form Post Response Mode).
  var usesForm: Bool { parameters["response_mode"] == "form_post" }

  /// What is wrong with it that its client may be told.
  func check(laxPKCE: Bool) throws(OAuthError) {
    guard parameters["response_type"]?.isEmpty == false else { throw .missingFromRequest("response_type") }
    guard [["code"], ["id_token"], ["none"]].contains(responseTypes) else {
      throw OAuthError("unsupported_response_type", "Response type is not supported.")
    }
    if let mode = parameters["response_mode"], mode != "query" || responseTypes.contains("id_token"),
      mode != "fragment", mode != "form_post"
    {
      throw OAuthError("invalid_request", "Response mode \(mode) is not supported.")
    }
    let known = Set(client.scopes)
    let unknown = scopes.filter { !known.contains($0) }
    guard unknown.isEmpty else { throw .unknownScopes(unknown) }
    guard !scopes.isEmpty || responseTypes == ["none"] else { throw .noScope }
    if responseTypes == ["id_token"] {
      guard scopes.contains("openid") else {
        throw OAuthError("invalid_request", "Missing expected scope=openid from request")
      }
      guard nonce?.isEmpty == false else { throw .noNonce }
    }
    try checkPKCE(isLax: laxPKCE)
    try checkPrompt()
  }

  private func checkPKCE(isLax: Bool) throws(OAuthError) {
    guard responseTypes == ["code"] else { return }
    guard let challenge = parameters["code_challenge"], !challenge.isEmpty else {
      guard isLax || !client.isPublic else { throw .missing("code_challenge") }
      return
    }
    let method = parameters["code_challenge_method"]
    guard method == PKCE.method || isLax && method == nil else {
      throw OAuthError("invalid_request", "Invalid value for code_challenge_method")
    }
    guard challenge.utf8.count == 43, Base64URL.decode(challenge)?.count == 32 else {
      throw OAuthError("invalid_request", "Invalid value for code_challenge")
    }
  }

  private func checkPrompt() throws(OAuthError) {
    if let claims = parameters["claims"], (try? JSON(parsing: claims))?.object == nil {
      throw OAuthError("bad_request", "Invalid JSON in supplied claims parameter.")
    }
    if prompts.contains("none") && prompts.count > 1 || prompts.contains("select_account") {
      throw .unsupportedPrompt(prompts.joined(separator: " "))
    }
    if let age = parameters["max_age"], Int(age).map({ $0 < 0 }) ?? true {
      throw OAuthError("invalid_request", "Invalid value for max_age")
    }
  }

  /// The redirect URI with these parameters, in its query or its fragment.
  func location(_ pairs: Parameters, inFragment: Bool) -> String {
    let separator = inFragment ? "#" : redirectURI.contains("?") ? "&" : "?"
    return pairs.pairs.isEmpty ? redirectURI : redirectURI + separator + pairs.encoded
  }
}
