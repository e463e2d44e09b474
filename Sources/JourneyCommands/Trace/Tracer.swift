import HTTPClient
import JSON
import Synchronization

/// Says what goes over the wire, for `--debug` and `trace`: masked by name and by place first, then by value.
final class Tracer: Sendable {
  enum Mode: String, Sendable, CaseIterable { case off, on, curl }

  private struct State {
    var mode: Mode
    /// A client that hears every exchange, whatever the mode.
    var listener: (@Sendable (String) -> Void)?
  }

  private let state: Mutex<State>
  private let secrets: SecretRegistry
  private let notice: @Sendable (World.Notice) -> Void

  init(mode: Mode, secrets: SecretRegistry, notice: @escaping @Sendable (World.Notice) -> Void) {
    state = Mutex(State(mode: mode))
    self.secrets = secrets
    self.notice = notice
  }

  var mode: Mode {
    get { state.withLock { $0.mode } }
    set { state.withLock { $0.mode = newValue } }
  }

  /// Whether nobody wants to know.
  var isSilent: Bool { state.withLock { $0.mode == .off && $0.listener == nil } }

  func listen(_ listener: (@Sendable (String) -> Void)?) { state.withLock { $0.listener = listener } }

  func sending(_ request: HTTPRequest) {
    let masked = MaskedExchange(request, secrets: secrets)
    say(masked.lines(prefix: "> "), curl: masked.curl)
  }

  func received(_ response: HTTPResponse) {
    say(MaskedExchange(response, secrets: secrets).lines(prefix: "< "))
  }

  func failed(_ error: HTTPClientError) {
    say("< \(error.description)")
  }

  /// - Parameter curl: What the mode `curl` says in place of the lines.
  private func say(_ lines: String, curl: String? = nil) {
    let (mode, listener) = state.withLock { ($0.mode, $0.listener) }
    let lines = secrets.scrub(lines)
    listener?(lines)
    switch mode {
    case .off: break
    case .on: notice(.exchange(lines))
    case .curl: if let curl { notice(.exchange(secrets.scrub(curl))) }
    }
  }
}
