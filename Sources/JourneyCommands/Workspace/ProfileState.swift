import JSON
import JourneyEngine
import Synchronization

/// One user agent: its settings, its session and tokens, and the journey that it is in.
///
/// Calls on a profile run one after the other (`queue`), so its state has one writer at a time; the lock is for readers beside
/// them, such as the prompt and `profiles`.
final class Profile: Sendable {
  struct State: Sendable {
    var settings: Settings {
      didSet { revision += 1 }
    }
    /// Counts changes of the settings.
    var revision = 0
    var engine: Engine?
    /// What keeps the state of a profile in memory, whatever becomes of the engine.
    var memory: MemoryStorage?
    /// The last node, which `show` gives again.
    var last: (any Node)?
    /// The step that waits for answers.
    var open: OpenStep?
    /// Whether there was a session after the last command; for the prompt.
    var hasSession = false
    /// Whether a step of an earlier process was looked for.
    var hasLookedForKept = false
  }

  /// The engine as it was made for certain settings.
  struct Engine: Sendable {
    let journey: Journey
    let storage: AnswerKeepingStorage
    let settings: JSON.Object
    /// The revision of the settings that is known to be the same.
    var revision: Int
  }

  /// A step and what the command layer knows of it.
  struct OpenStep: Sendable {
    let node: ContinueNode
    /// When it came, by `JourneyClock.uptime`.
    let since: Duration
    /// Inputs whose answers came as secrets.
    var secrets: Set<InputPlace> = []
  }

  let name: String
  let queue = ProfileQueue()
  let state: Mutex<State>

  init(name: String, settings: Settings) {
    self.name = name
    state = Mutex(State(settings: settings))
  }

  var settings: Settings { state.withLock { $0.settings } }

  /// Whether a later process finds its step and its session.
  var keepsState: Bool { ["file", "keyring"].contains(settings.text("store")) }

  /// Where tasks are nearest to the network; nil before the profile has an engine.
  var executor: (any TaskExecutor)? { state.withLock { $0.engine?.journey.executor } }

  /// The JSON of a node of this profile.
  func json(_ node: any Node) -> JSON {
    let open = state.withLock { $0.open }
    return NodeJSON.value(node, secrets: open?.secrets ?? [], stepOpen: open != nil)
  }
}
