import HTTPClient
package import JSON
import JourneyEngine
import Synchronization

/// The command layer as the faces see it: profiles, variables, the last result, and the ways to run commands.
package final class Workspace: Sendable {
  struct State {
    var profiles: [String: Profile] = [:]
    var current: String
    var variables: [String: Variable] = [:]
    /// The result of the last command that leaves one.
    var lastResult: JSON?
    /// Values of `--secret NAME=SOURCE`.
    var boundSecrets: [String: String] = [:]
    /// Variables of the environment that somebody has named as a secret.
    var secretVariables: Set<String> = []
    /// Values that settings named by their source, by that source.
    var settingSecrets: [String: String] = [:]
    var transports: [TransportKey: any HTTPTransport] = [:]
    /// What was said already and is not said again.
    var told: Set<World.Notice> = []
    /// How deep `source` is in `source`.
    var sourceDepth = 0
    /// What `--sandbox` points the settings at.
    var sandbox: JSON.Object?
    /// The header for its control endpoints.
    var sandboxControl: (name: String, value: String)?
  }

  /// A variable of a script, `${NAME}`.
  struct Variable: Sendable, Equatable {
    var text: String
    var isSecret: Bool
  }

  package let options: LaunchOptions
  package let world: World
  package let rights: Rights
  package let places: Places
  /// What is scrubbed from everything that is no result.
  package let secrets = SecretRegistry()
  /// Those that `--secret` has bound.
  let boundValues = SecretRegistry()
  let tracer: Tracer
  let recorder: Recorder
  let state: Mutex<State>

  /// Reads the profile that the options name.
  package init(options: LaunchOptions, world: World, rights: Rights) throws(Failure) {
    self.options = options
    self.world = world
    self.rights = rights
    places = Places(environment: world.environment)
    recorder = Recorder(remembers: rights.usesFiles)
    tracer = Tracer(mode: options.flag("debug") ? .on : .off, secrets: secrets, notice: world.notice)
    let name = options["profile"]?.string ?? Self.defaultProfile
    state = Mutex(State(current: name))
    let profile = Profile(name: name, settings: try settings(ofProfile: name))
    state.withLock { $0.profiles[name] = profile }
    tellOfLink(profile.settings)
  }

  /// Whether the local server is the one to go to. One that is named as an option outdoes a sandbox of the environment.
  var usesSandbox: Bool { options.flag("sandbox") && options.options["server"] == nil }

  /// The profile that is there without anybody making it.
  package static let defaultProfile = "default"

  /// What has to be done before the first command and takes time: reads the profiles of a pipe, whose reader shall not wait for
  /// files, and starts the local server for `--sandbox`. Where there is a server to send to, libcurl is opened beside it; not before there are
  /// tasks, whose start would wait for that.
  package func prepare() async throws(Failure) {
    if usesSandbox || currentProfile.settings.text("server") != nil { CurlTransport.prepare() }
    if rights.isPipe { try await Blocking.run { () throws(Failure) in self.loadProfiles() } }
    guard usesSandbox, state.withLock({ $0.sandbox == nil }) else { return }
    guard let start = world.startSandbox else { throw Failure(.config, "There is no local server in this program.") }
    let started = try await Blocking.run(start)
    let settings: JSON.Object = [
      "server": .string(started.server), "cookie": "iPlanetDirectoryPro", "clientId": "journey",
      "redirectUri": "org.example.journey:/callback", "scope": ["openid", "profile", "email"], "clientAuth": "none",
    ]
    state.withLock { state in
      state.sandbox = settings
      state.sandboxControl = started.control
      for profile in state.profiles.values { profile.state.withLock { $0.settings.sandbox = settings } }
    }
  }

  /// Gives back what is held: connections above all.
  package func close() async {
    let transports = state.withLock { state in
      defer { state.transports = [:] }
      return state.transports.values.map { $0 }
    }
    for transport in transports { transport.close() }
  }

  /// Has each exchange with the server told to a client too, as the lines of `trace on`, whether or not `trace` is on; nil ends that.
  package func listen(toExchanges listener: (@Sendable (String) -> Void)?) { tracer.listen(listener) }

  /// Says something to a person, without secrets.
  package func notify(_ notice: World.Notice) {
    switch notice {
    case .warning(let text): world.notice(.warning(told(text)))
    case .alarm(let text): world.notice(.alarm(told(text)))
    case .note(let text): world.notice(.note(told(text)))
    case .exchange(let text): world.notice(.exchange(told(text)))
    }
  }

  /// The same for what the workspace itself holds, its storages: it does not hold the workspace.
  var notifier: @Sendable (World.Notice) -> Void {
    { [weak self] notice in self?.notify(notice) }
  }

  /// Without secrets, and without what could drive a terminal.
  private func told(_ text: String) -> String { ServerText.visible(secrets.scrub(text)) }

  /// The same, but only the first time.
  func tellOnce(_ notice: World.Notice) {
    guard state.withLock({ $0.told.insert(notice).inserted }) else { return }
    notify(notice)
  }

  /// The server of the current profile, and its realm where that is another one than the root; nil where none is set.
  package var serverText: String? {
    let settings = currentProfile.settings
    let realm = Realm(settings.text("realm") ?? "").path
    return settings.text("server").map { $0 + (realm == "/" ? "" : ", realm \(realm)") }
  }

  /// Whether a later process finds the step and the session of the current profile.
  package var keepsState: Bool { currentProfile.keepsState }

  /// For the prompt of a terminal.
  package var promptState: PromptState {
    let profile = currentProfile
    let open = profile.state.withLock { $0.open?.node }
    return PromptState(
      profile: profile.name, journey: open?.journey, step: open?.number,
      hasSession: profile.state.withLock { $0.hasSession })
  }

  /// The step of the current profile that waits for answers, as a node.
  package var openStep: JSON? {
    let profile = currentProfile
    return profile.state.withLock { $0.open?.node }.map { profile.json($0) }
  }

  /// Looks for a step that an earlier process has left in a file, so that a shell begins with it. Nothing is asked of anybody.
  package func findKeptStep() async throws(Failure) {
    let profile = currentProfile
    guard profile.settings.text("store") == "file", profile.settings.text("server") != nil else { return }
    let scope = LineScope()
    defer { scope.leave() }
    guard await scope.turn(on: profile) else { return }
    _ = try await CommandContext(workspace: self, profile: profile, watcher: Watcher(), line: scope).openStep()
  }

  /// The last result, for `capture`, `expect` and `--get` (CONTRACT.md 3); nil before the first.
  package var lastResult: JSON? { state.withLock { $0.lastResult } }

  /// The value that `--get PATH` prints and `capture` keeps. Says so where it is only what stands for a secret.
  package func value(at path: String) throws(Failure) -> String {
    let text = try Self.value(at: path, in: lastResult).rawText
    if secrets.isMask(text) {
      // Not to be silenced: a script would go on with it.
      notify(.alarm("\(path) is masked: --reveal at the command shows it."))
    }
    return text
  }

  /// The value at a path of a result.
  package static func value(at path: String, in result: JSON?) throws(Failure) -> JSON {
    let path = try ResultPath(parsing: path)
    guard let result else { throw Failure(.usage, "There is no result yet.", hint: "Run a command first.") }
    if let value = path.value(in: result) { return value }
    throw Failure(
      .expectation, "The last result has nothing at \(path.text).",
      hint: path.hint(in: result) ?? "'show' gives the last node as it is.",
      data: ["path": .string(path.text), "actual": .null])
  }

  /// The profile that commands work on unless they name another.
  var currentProfile: Profile {
    state.withLock { state in
      if let profile = state.profiles[state.current] { return profile }
      let profile = Profile(name: state.current, settings: Settings())
      state.profiles[state.current] = profile
      return profile
    }
  }
}
