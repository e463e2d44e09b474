import HTTPClient
import JSON
import Synchronization

/// Says what goes over the wire, for `--debug` and `trace`: masked by name and by place first, then by value.
final class Tracer: Sendable {
  enum Mode: String, Sendable, CaseIterable { case off, on, curl }

  private let state: Mutex<Mode>
  private let secrets: SecretRegistry
  private let notice: @Sendable (World.Notice) -> Void

  init(mode: Mode, secrets: SecretRegistry, notice: @escaping @Sendable (World.Notice) -> Void) {
    state = Mutex(mode)
    self.secrets = secrets
    self.notice = notice
  }

  var mode: Mode {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func sending(_ request: HTTPRequest) {
    let masked = MaskedExchange(request)
    say(mode == .curl ? masked.curl : masked.lines(prefix: "> "))
  }

  func received(_ response: HTTPResponse) {
    guard mode == .on else { return }
    say(MaskedExchange(response).lines(prefix: "< "))
  }

  func failed(_ error: HTTPClientError) {
    guard mode == .on else { return }
    say("< \(error.description)")
  }

  private func say(_ text: String) {
    notice(.exchange(secrets.scrub(text)))
  }
}
