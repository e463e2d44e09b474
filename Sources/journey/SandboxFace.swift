import JourneyCommands
import JourneyREPL
import JourneySandbox
import Spawn
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `journey sandbox`, the local server in the foreground, and `--sandbox`, the same inside a run.
enum SandboxFace {
  /// The server of `--sandbox`, which lives until the process ends.
  private static let inside = Mutex<Sandbox?>(nil)

  @Sendable static func startInside() throws(Failure) -> World.SandboxSettings {
    var configuration = SandboxConfiguration()
    configuration.controlToken = chosenToken
    let sandbox = try start(configuration)
    inside.withLock { $0 = sandbox }
    return World.SandboxSettings(
      server: sandbox.baseURL, journeys: sandbox.journeyNames, control: ("X-Sandbox-Token", sandbox.controlToken))
  }

  /// The token of the control endpoints, where a script or a test wants to know it beforehand.
  private static var chosenToken: String? {
    getenv("JOURNEY_SANDBOX_TOKEN").map { String(cString: $0) }
  }

  /// Serves until SIGINT or SIGTERM. Standard output carries the base URL alone, once the server listens.
  static func run(_ words: [String], _ launch: Launch) throws(Failure) -> Int32 {
    let parsed = try SandboxOptions.parse(words)
    var configuration = parsed.configuration
    configuration.controlToken = chosenToken
    configuration.makesKeysAhead = true
    if parsed.isVerbose { configuration.requestLog = { line in writeError(line) } }
    guard parsed.command.isEmpty else { return try run(parsed.command, beside: configuration, launch) }
    // Blocked before the server has threads, which inherit that: the signals then wait for `sigwait`.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    allowManyConnections()
    let sandbox = try start(configuration)
    for note in sandbox.startupNotes { writeError(note) }
    let status = Main.printLine(sandbox.baseURL)
    var signal: Int32 = 0
    while status == 0, sigwait(&signals, &signal) != 0 {}
    stop(sandbox)
    return status
  }

  /// Each connection is a descriptor, and the usual limit is far below what the system allows.
  private static func allowManyConnections() {
    var limit = rlimit()
    #if canImport(Glibc)
      let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let descriptors = RLIMIT_NOFILE
    #endif
    guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < 32_768 else { return }
    limit.rlim_cur = min(limit.rlim_max, 32_768)
    setrlimit(descriptors, &limit)
  }

  /// Serves until a program has ended, which finds the server in its environment; its status is ours. Standard output is the
  /// program's.
  private static func run(
    _ command: [String], beside configuration: SandboxConfiguration, _ launch: Launch
  ) throws(Failure) -> Int32 {
    Companion.blockSignals()
    let sandbox = try start(configuration)
    defer { stop(sandbox) }
    for note in sandbox.startupNotes.dropLast() { writeError(note) }
    var environment = launch.environment
    environment["JOURNEY_SANDBOX"] = nil
    environment["JOURNEY_SERVER"] = sandbox.baseURL
    environment["JOURNEY_SANDBOX_TOKEN"] = sandbox.controlToken
    do throws(SpawnFailure) {
      return try Companion(words: command, environment: environment).wait()
    } catch {
      writeError("journey: \(command[0]) cannot be run: \(String(cString: strerror(error.number))).")
      return error.number == ENOENT ? 127 : 126
    }
  }

  /// Lets requests end, for a second and a half at most.
  private static func stop(_ sandbox: Sandbox) {
    let isStopped = Flag()
    Task.detached {
      await sandbox.stop()
      isStopped.value.store(true, ordering: .releasing)
    }
    for _ in 0..<150 where !isStopped.value.load(ordering: .acquiring) { usleep(10_000) }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  private static func start(_ configuration: SandboxConfiguration) throws(Failure) -> Sandbox {
    do throws(SandboxError) {
      return try Sandbox(configuration)
    } catch {
      throw Failure(error.isPortTaken ? .network : .config, "The sandbox does not start: \(error.description).")
    }
  }

  private static func writeError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
