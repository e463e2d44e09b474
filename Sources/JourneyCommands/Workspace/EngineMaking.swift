import HTTPClient
import JSON
import JourneyEngine
import Synchronization

/// The engine of a profile, made from its settings when it is first needed, and again when these have changed. Cookies, session,
/// tokens and the step at hand go over to the new one by way of the storage.
extension Workspace {
  func engine(of profile: Profile) async throws(Failure) -> Profile.Engine {
    let (settings, revision, before) = profile.state.withLock { ($0.settings, $0.revision, $0.engine) }
    if let before, before.revision == revision { return before }
    guard settings.text("server") != nil else { throw .noServer }
    let effective = settings.effective
    if let before, before.settings == effective {
      profile.state.withLock { $0.engine?.revision = revision }
      return before
    }
    await before?.journey.agent.save()
    let storage = try await storage(of: profile, settings)
    let config = try await configuration(settings, storage)
    let engine = Profile.Engine(
      journey: Journey(agent: UserAgent(config: config)), storage: storage, settings: effective,
      revision: revision)
    profile.state.withLock { $0.engine = engine }
    if let before { try await carryStep(of: profile, from: before, to: engine) }
    return engine
  }

  /// Hands the open step, with its answers, to the new engine. At another server there may be one that was left there.
  private func carryStep(
    of profile: Profile, from before: Profile.Engine, to engine: Profile.Engine
  ) async throws(Failure) {
    guard before.server == engine.server else {
      return profile.state.withLock { state in
        state.open = nil
        state.last = nil
        state.hasLookedForKept = false
      }
    }
    guard let open = profile.state.withLock({ $0.open }) else { return }
    let kept: ContinueNode?
    do throws(Refusal) {
      kept = try await engine.journey.keptStep()
    } catch {
      throw Failure(error)
    }
    guard let kept, kept.step.document == open.node.step.document else {
      return profile.state.withLock { $0.open = nil }
    }
    for (old, new) in zip(open.node.callbacks, kept.callbacks) {
      for input in old.wire.inputs.indices { new.wire.setAnswer(old.wire.answer(input), input: input) }
    }
    profile.state.withLock { state in
      state.open = Profile.OpenStep(node: kept, since: open.since, secrets: open.secrets)
      if let last = state.last as? ContinueNode, last === open.node { state.last = kept }
    }
  }

  private func storage(of profile: Profile, _ settings: Settings) async throws(Failure) -> AnswerKeepingStorage {
    let base: any JourneyStorage
    let place: String?
    let patience = Self.patience(settings)
    switch settings.text("store") ?? "memory" {
    case "file":
      let path = try FileStorage.path(of: profile.name, in: places)
      let storage = FileStorage(path: path, patience: patience, notice: notifier)
      try await storage.check()
      (base, place) = (storage, path)
    case "keyring":
      let storage = try keyringStorage(of: profile.name, patience: patience)
      try await storage.check()
      (base, place) = (storage, "the keyring (Secret Service)")
    default:
      base = profile.state.withLock { state in
        let storage = state.memory ?? MemoryStorage()
        state.memory = storage
        return storage
      }
      place = nil
    }
    return AnswerKeepingStorage(base, server: settings.server ?? "", secrets: secrets) { [weak self] in
      guard let place else { return }
      self?.tellOnce(.note("Session and tokens of the profile \"\(profile.name)\" are kept in \(place)."))
    }
  }

  /// How long another process may hold a lock: as long as its request may take, and a little more.
  private static func patience(_ settings: Settings) -> Duration {
    settings.seconds("timeout").map { .seconds($0 + 5) } ?? FileLock.limit
  }

  private func configuration(
    _ settings: Settings, _ storage: AnswerKeepingStorage
  ) async throws(Failure) -> JourneyConfig {
    var config = JourneyConfig()
    config.serverUrl = settings.text("server") ?? ""
    config.realm = settings.text("realm") ?? ""
    config.cookie = settings.text("cookie")
    if let seconds = settings.seconds("timeout") { config.timeout = .seconds(seconds) }
    config.locale = settings.text("locale")
    config.headers = settings.pairs("header").map { ($0.name, $0.value) }
    for pair in settings.pairs("headerFrom") {
      let source = try ValueSource(parsing: pair.value)
      config.headers.append((pair.name, try await value(ofSetting: source, key: "headerFrom")))
    }
    config.trustedOrigins = settings.list("trustOrigin")
    config.storage = storage
    config.transport = TracingTransport(try await transport(settings), tracer: tracer, secrets: secrets)
    config.clock = world.clock
    config.random = world.random
    let client = try await oidc(settings)
    config.module(OidcModule.config) { $0 = client }
    return config
  }

  /// What opens the control endpoints of the local server inside the program, for a `call` to one of them; a header of that name that a
  /// person has set goes before it.
  func controlHeaders(_ settings: Settings, path: String) -> [(String, String)] {
    guard path.hasPrefix("/sandbox/"), settings.usesSandbox, let control = state.withLock({ $0.sandboxControl })
    else { return [] }
    let own = settings.pairs("header").map(\.name) + settings.pairs("headerFrom").map(\.name)
    return own.contains { $0.lowercased() == control.name.lowercased() } ? [] : [(control.name, control.value)]
  }

  /// Transports are shared by the profiles whose settings ask for the same one, so that connections are.
  private func transport(_ settings: Settings) async throws(Failure) -> any HTTPTransport {
    var configuration = HTTPClientConfiguration()
    if let seconds = settings.seconds("timeout") { configuration.timeout = .seconds(seconds) }
    try await setCredentials(of: settings, in: &configuration)
    configuration.proxy = settings.value("proxy")?.value.string
    // No proxy of the environment gets to the server inside the program, and none is to hear what goes to it.
    if configuration.proxy == nil, settings.usesSandbox { configuration.proxy = "" }
    configuration.proxyCredentials = try await secret(settings, "proxyAuthFrom")
    configuration.insecure = settings.flag("insecure")
    configuration.userAgent = "journey/\(world.version)"
    if configuration.insecure {
      tellOnce(
        .alarm("INSECURE: certificates are not verified; anybody on the way can read and change what is sent."))
    }
    let key = TransportKey(configuration)
    if let known = state.withLock({ $0.transports[key] }) { return known }
    let made = world.makeTransport(configuration)
    state.withLock { $0.transports[key] = made }
    return made
  }

  func secret(_ settings: Settings, _ key: String) async throws(Failure) -> String? {
    guard let text = settings.text(key) else { return nil }
    return try await value(ofSetting: try ValueSource(parsing: text), key: key)
  }
}

/// What makes two transports the same.
struct TransportKey: Hashable {
  private let texts: [String?]

  init(_ configuration: HTTPClientConfiguration) {
    texts = [
      "\(configuration.timeout)", configuration.caFile, configuration.clientCertificate, configuration.clientKey,
      configuration.clientKeyPassword, configuration.proxy, configuration.proxyCredentials,
      configuration.insecure ? "insecure" : nil, configuration.userAgent,
    ]
  }
}

extension Profile.Engine {
  /// The base URL of its server.
  var server: String? { journey.agent.endpoints.base }
}

extension Settings {
  /// The base URL of the server, as states are kept under it.
  var server: String? { text("server").flatMap { AMEndpoints(serverUrl: $0, realm: "").base } }

  /// All values that are in force, to see whether something has changed.
  var effective: JSON.Object {
    JSON.Object(
      SettingSpec.all.compactMap { spec in
        guard spec.owner == .profile, let found = value(spec.key) else { return nil }
        return JSON.Object.Member(name: spec.key, value: found.value)
      })
  }
}
