import Crypto
import JSON

/// What the two WebAuthn nodes have in common: their challenge, whom an answer has to be for, and the two forms of a step.
struct WebAuthnStep: Sendable {
  /// Where scripts find the challenge, in base64, until it is answered.
  static let challengeKey = "web-authn-challenge"
  private static let errorKey = "WebAuthenticationDOMException"

  private let domain: String?
  private let origins: [String]
  private let asScript: Bool
  /// `required`, `preferred` or `discouraged`.
  let verification: String
  /// Milliseconds, as a text.
  let timeout: String

  init(_ configuration: NodeConfiguration) {
    domain = configuration.text("relyingPartyDomain").flatMap { $0.isEmpty ? nil : $0 }
    origins = configuration.list("origins")
    asScript = configuration.flag("asScript", else: true)
    verification = configuration.text("userVerificationRequirement", else: "PREFERRED").lowercased()
    timeout = String(configuration.integer("timeout", else: 60) * 1000)
  }

  /// Whom an answer is checked for: what the node is set to, else what the request's `Origin` says, else the server itself.
  func party(_ visit: Visit) -> RelyingParty {
    let header = visit.facts.header("Origin")
    let own = WebAuthnStep.origin(of: visit.facts.baseURL)
    return RelyingParty(
      id: domain ?? WebAuthnStep.host(of: header ?? own),
      origins: origins.isEmpty ? [header ?? own].filter { $0.lowercased() != "null" } : origins,
      challenge: challenge(visit), requiresVerification: verification == "required")
  }

  /// The challenge of this step, made where there is none. It is the same until an answer has come.
  func challenge(_ visit: Visit) -> [UInt8] {
    let key = WebAuthnStep.challengeKey
    if let known = visit.state.shared[key]?.string.flatMap(Base64.decode) { return known }
    let challenge = visit.services.tokens.random.bytes(32)
    visit.state.shared[key] = .string(Base64.encode(challenge))
    return challenge
  }

  /// The outcome that the client has posted; nil where it has not, or left it empty.
  func posted(_ visit: Visit) throws(NodeFailure) -> WebAuthnOutcome? {
    guard let text = visit.answers("HiddenValueCallback").first?.text(), !text.isEmpty else { return nil }
    let outcome = try WebAuthnOutcome(text)
    if case .error(let name, let message) = outcome {
      visit.state.shared[WebAuthnStep.errorKey] = .string("\(name): \(message)")
    }
    return outcome
  }

  /// The callbacks of a step. `data` are the members of the document; those without underscore are parts of a script.
  func callbacks(_ data: JSON.Object, _ visit: Visit, script: () -> String) -> [CallbackDraft] {
    let outcome = CallbackDraft.hidden("webAuthnOutcome", value: "false")
    guard !asScript else { return [.text(script(), .script), .text(WebAuthnScripts.spinner, .script), outcome] }
    var data = data
    data["extensions"] = visit.state["webauthnExtensions"] ?? [:]
    data["_type"] = "WebAuthn"
    data["supportsJsonResponse"] = true
    return [.metadata(data), outcome]
  }

  /// `scheme://host:port` of a URL.
  private static func origin(of url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
  }

  private static func host(of origin: String) -> String {
    let authority = origin.split(separator: "/").last ?? ""
    guard authority.first == "[", let end = authority.firstIndex(of: "]") else {
      return authority.split(separator: ":").first.map(String.init) ?? ""
    }
    return String(authority[...end])
  }
}
