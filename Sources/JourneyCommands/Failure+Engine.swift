import JSON
import JourneyEngine

/// What the engine says, as failures of the command layer: the one place that maps its errors to CONTRACT.md 5.
extension Failure {
  init(_ refusal: Refusal) {
    let message = Text.sentence(refusal.description)
    switch refusal {
    case .config(let key, _):
      self.init(.config, message, hint: Self.hint(forSetting: key), data: ["key": .string(key), "candidates": []])
    case .advice:
      self.init(.usage, message, hint: "Take the advice as the gateway or the policy decision gave it.")
    case .sentStep:
      self.init(
        .notStarted, message, hint: "'show' gives the step at hand, 'session' the session; 'start' begins anew.")
    case .closedStep:
      self.init(.notStarted, message, hint: "Start the journey again with 'start'.")
    case .suspended:
      self.init(.suspended, message, hint: "'resume LINK' goes on.", data: ["missing": []])
    case .wrongHost:
      self.init(
        .config, message, hint: "--trust-origin allows another origin.", data: ["key": "trustOrigin", "candidates": []])
    case .noPendingStep:
      self.init(.notStarted, message, hint: "'start' begins a journey.")
    case .unreadableLink:
      self.init(.usage, message, hint: "Give the whole link of the mail, the whole return URL, or the suspended id.")
    case .storage(let error): self.init(error)
    }
  }

  init(_ error: StorageError) {
    self.init(
      .storage, Text.sentence(error.message), hint: "Mend or move what is there, or use --store memory.",
      data: ["path": error.path.map(JSON.string) ?? .null])
  }

  init(_ error: AnswerError, target: String) {
    self.init(.badValue, "\(target): \(error.message)", hint: error.hint)
  }

  init(_ error: OidcError) {
    var data = JSON.Object()
    func put(_ name: String, _ value: JSON?) { data[name] = value ?? .null }
    let code: Code
    switch error.kind {
    case .network: code = .network
    case .tls: code = .tls
    case .timeout: code = .timeout
    case .server: code = .server
    case .unexpectedReply: code = .unexpectedReply
    case .oauth: code = .oauth
    case .noSession: code = .noSession
    case .config: code = .config
    case .badValue: code = .badValue
    case .storage: code = .storage
    case .cancelled: code = .cancelled
    }
    switch code {
    case .network, .tls, .timeout, .server, .unexpectedReply:
      put("host", error.host.map(JSON.string))
      put("status", error.status.map { .number(JSON.Number($0)) })
      if code == .unexpectedReply { put("contentType", error.contentType.map(JSON.string)) }
      if let seconds = error.retryAfterSeconds { put("retryAfterSeconds", .number(JSON.Number(seconds))) }
    case .oauth:
      put("error", error.error.map(JSON.string))
      put("errorDescription", error.errorDescription.map(JSON.string))
    case .config:
      put("key", error.key.map(JSON.string))
      put("candidates", [])
    case .storage: put("path", error.path.map(JSON.string))
    case .noSession: if case .journeyNeeded(let advice) = error.reason { put("advice", .string(advice)) }
    default: break
    }
    let hint = error.hint ?? (error.kind == .config ? error.key.flatMap(Self.hint(forSetting:)) : nil)
    self.init(code, Text.sentence(error.message), hint: hint, data: data)
  }

  private static func hint(forSetting key: String) -> String? {
    guard let spec = SettingSpec.named(key) else { return nil }
    switch key {
    case "server": return Self.serverHint
    case "clientId": return "\(setting(spec)); --redirect-uri goes with it. --sandbox brings a client along."
    case "redirectUri": return "\(setting(spec)), as it is registered."
    default: return "\(setting(spec))."
    }
  }

  private static func setting(_ spec: SettingSpec) -> String {
    "\(spec.option) \(spec.placeholder), \(spec.environmentName) or 'config \(spec.key) \(spec.placeholder)' sets it"
  }

  static let serverHint =
    "Name it with --server URL, JOURNEY_SERVER, 'config server URL' or a profile, or use --sandbox, the server inside this program."

  static let noServer = Failure(
    .config, "No server is set.", hint: serverHint, data: ["key": "server", "candidates": []])
  static let cancelled = Failure(.cancelled, "The call was cancelled.")
}
