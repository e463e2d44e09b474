import HTTPServer
import Synchronization

/// What an endpoint has to say for the line of its request, and when that came; the time is the machine's, whatever the sandbox's own is.
final class RequestNote: Sendable {
  let began = ContinuousClock.now
  private let value = Mutex("")

  var text: String {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// One line for a person about one request: no secret is in it, since neither values of the query nor bodies are.
enum RequestLine {
  /// Parameters whose values are worth reading and no secrets.
  private static let shown: Set<String> = [
    "_action", "authIndexType", "authIndexValue", "realm", "ForceAuth", "noSession", "prompt", "client_id",
  ]

  static func text(_ request: ServerRequest, _ response: ServerResponse, note: RequestNote) -> String {
    let took = note.began.duration(to: .now)
    let milliseconds = took.components.seconds * 1000 + took.components.attoseconds / 1_000_000_000_000_000
    var target = request.path.onOneLine(limit: 200)
    let pairs = Parameters(encoded: request.query ?? "").pairs.map { pair in
      pair.name.onOneLine(limit: 200) + "=" + (shown.contains(pair.name) ? pair.value.onOneLine(limit: 200) : "…")
    }
    if !pairs.isEmpty { target += "?" + pairs.joined(separator: "&") }
    let about = note.text.isEmpty ? "" : " " + note.text.onOneLine(limit: 200)
    return "\(request.method.onOneLine(limit: 200)) \(target)\(about) \(response.status) \(milliseconds) ms"
  }
}
