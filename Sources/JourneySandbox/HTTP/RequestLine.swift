import HTTPServer
import Synchronization

/// What an endpoint has to say for the line of its request.
final class RequestNote: Sendable {
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

  static func text(
    _ request: ServerRequest, _ response: ServerResponse, note: String, milliseconds: Int
  ) -> String {
    var target = printable(request.path)
    let pairs = Parameters(encoded: request.query ?? "").pairs.map { pair in
      printable(pair.name) + "=" + (shown.contains(pair.name) ? printable(pair.value) : "…")
    }
    if !pairs.isEmpty { target += "?" + pairs.joined(separator: "&") }
    let about = note.isEmpty ? "" : " " + printable(note)
    return "\(printable(request.method)) \(target)\(about) \(response.status) \(milliseconds) ms"
  }

  /// Control characters could move a terminal; they are shown as `?`.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
