import JSON
import JourneyCommands
import Synchronization

/// What a shell learns while it runs: the open step, names that completion offers, whether it has ended.
final class ShellSession: Sendable {
  private struct State {
    var hasEnded = false
    var hasShownStep = false
    /// The base URL of the local server inside the program.
    var sandbox: String?
    var journeys: Set<String> = []
    /// Names that the server has said it does not have.
    var unknownJourneys: Set<String> = []
  }

  let last = LastCommand()
  private let state = Mutex(State())

  /// The world, with an ear for the journeys that the local server has.
  func learning(_ world: World) -> World {
    var world = world
    if let start = world.startSandbox {
      world.startSandbox = { () throws(Failure) in
        let settings = try start()
        self.state.withLock { state in
          state.journeys.formUnion(settings.journeys)
          state.sandbox = settings.server
        }
        return settings
      }
    }
    return world
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var hasShownStep: Bool { state.withLock { $0.hasShownStep } }

  /// What somebody has to know first: how to begin on the local server, or at `server`; how to name one where there is none.
  func welcome(server: String?) -> String {
    if let sandbox = state.withLock({ $0.sandbox }) {
      return "sandbox \(sandbox); demo, password Ch4ng31t; 'start Login' begins; mail: 'call GET /sandbox/outbox'"
    }
    let place = server.map { "\($0); 'start' begins" } ?? "no server is set: 'config server URL' names one"
    return "\(place), 'help' lists the commands"
  }

  /// Names of journeys for completion: those that are known here, and the `typed` ones.
  func journeys(with typed: Set<String>) -> [String] {
    state.withLock { $0.journeys.union(typed).subtracting($0.unknownJourneys).sorted() }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  func watcher(reporter: Reporter, status: StatusLine?) -> Watcher {
    Watcher(
      progress: { value in
        if let left = value["remainingMilliseconds"]?.integer { status?.waits(milliseconds: left) }
      },
      command: { command in
        self.last.began(command)
        status?.begin()
      },
      output: { output in
        status?.reset()
        self.learn(output)
        reporter.report(output)
      },
      tolerated: { reporter.reportTolerated($0) })
  }

  func learn(_ output: Output) {
    last.gave(output)
    guard output.kind == .node else { return }
    state.withLock { state in
      if output.value?["kind"]?.string == "continue" { state.hasShownStep = true }
      if let journey = output.value?["journey"]?.string {
        state.journeys.insert(journey)
        state.unknownJourneys.remove(journey)
      } else if output.value?["cause"] == "not-found", let command = last.command {
        state.unknownJourneys.formUnion(TypedJourneys.names(in: [command.text]))
      }
    }
  }

  /// `$XDG_CONFIG_HOME/journey/rc`, else below `~/.config`; a relative value does not count.
  static func startFile(_ environment: [String: String]) -> String? {
    if let config = environment["XDG_CONFIG_HOME"], config.utf8.first == UInt8(ascii: "/") {
      return "\(config)/journey/rc"
    }
    guard let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") else { return nil }
    return "\(home)/.config/journey/rc"
  }
}
