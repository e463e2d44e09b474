package import JSON
import Synchronization

/// The command layer as the faces see it: profiles, variables, the last result, and the ways to run commands.
package final class Workspace: Sendable {
  struct State {
    var profiles: [String: Profile]
    var current: String
    var variables: [String: Variable] = [:]
    /// The result of the last command that leaves one.
    var lastResult: JSON?
  }

  /// A variable of a script, `${NAME}`.
  struct Variable: Sendable, Equatable {
    var text: String
    var isSecret: Bool
  }

  package let options: LaunchOptions
  package let world: World
  package let rights: Rights
  let state: Mutex<State>

  /// Reads the profile that the options name.
  package init(options: LaunchOptions, world: World, rights: Rights) throws(Failure) {
    self.options = options
    self.world = world
    self.rights = rights
    let name = options["profile"]?.string ?? "default"
    state = Mutex(State(profiles: [name: Profile(name: name)], current: name))
  }

  /// What has to be done before the first command and takes time: starts the local server for `--sandbox`.
  package func prepare() async throws(Failure) {}

  /// Gives back what is held: connections, locks.
  package func close() async {}

  /// For the prompt of a terminal.
  package var promptState: PromptState {
    PromptState(profile: state.withLock { $0.current }, journey: nil, step: nil, hasSession: false)
  }

  /// The last result, for `capture`, `expect` and `--get` (CONTRACT.md 3); nil before the first.
  package var lastResult: JSON? { state.withLock { $0.lastResult } }

  /// Which line a call stands in: calls with the same key run in order, others side by side.
  package func profileQueueKey(_ params: JSON?) -> String {
    params?["profile"]?.string ?? state.withLock { $0.current }
  }
}
