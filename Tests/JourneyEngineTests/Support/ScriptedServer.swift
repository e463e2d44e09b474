import HTTPClient
import JSON
import Synchronization
import Testing

/// A server that answers from a list, in order, and keeps what it was sent.
///
/// A request that nobody foresaw fails the test; so does, at ``finish()``, an answer that nobody asked for.
final class ScriptedServer: HTTPTransport {
  /// One answer, or the error that stands in its place.
  struct Reply: Sendable {
    var result: Result<HTTPResponse, HTTPClientError>
    /// What has to happen before the answer goes out.
    var gate: (@Sendable () async -> Void)?

    /// Whether it is an error after which the request may have arrived.
    var reaches: Bool {
      if case .failure(let error) = result { return error.mayHaveReachedServer }
      return false
    }

    init(_ result: Result<HTTPResponse, HTTPClientError>) {
      self.result = result
    }

    /// A JSON answer.
    static func json(_ status: Int = 200, _ body: JSON, headers: [(String, String)] = []) -> Reply {
      text(status, body.text(), type: "application/json", headers: headers)
    }

    /// An answer of any type, or of none.
    static func text(_ status: Int, _ body: String, type: String?, headers: [(String, String)] = []) -> Reply {
      let entries = (type.map { [("Content-Type", $0)] } ?? []) + headers
      return Reply(
        .success(
          HTTPResponse(status: status, headers: HTTPHeaders(entries.map { ($0.0, $0.1) }), body: Array(body.utf8))))
    }

    /// No answer.
    static func fails(_ phase: HTTPClientError.Phase, mayHaveReachedServer: Bool = false) -> Reply {
      Reply(
        .failure(
          HTTPClientError(
            phase: phase, host: "am.example.test:443", path: "/am", mayHaveReachedServer: mayHaveReachedServer)))
    }
  }

  private struct State {
    var replies: [Reply]
    var requests: [HTTPRequest] = []
  }

  private let state: Mutex<State>

  init(_ replies: [Reply] = []) {
    state = Mutex(State(replies: replies))
  }

  /// Adds answers to the end of the list.
  func expect(_ replies: Reply...) {
    state.withLock { $0.replies += replies }
  }

  /// All requests so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    let reply: Reply? = state.withLock { state in
      state.requests.append(request)
      return state.replies.isEmpty ? nil : state.replies.removeFirst()
    }
    guard let reply else {
      Issue.record("nobody foresaw \(request.method) \(request.url)")
      throw HTTPClientError(
        phase: .connect, host: request.url.hostAndPort, path: request.url.path, mayHaveReachedServer: false)
    }
    await reply.gate?()
    let isConnected = (try? reply.result.get()) != nil || reply.reaches
    guard !isConnected || request.mayBegin?() ?? true else {
      throw HTTPClientError(
        phase: .invalidRequest, host: request.url.hostAndPort, path: request.url.path, mayHaveReachedServer: false)
    }
    return try reply.result.get()
  }

  /// Fails the test when answers are left.
  func finish(_ location: SourceLocation = #_sourceLocation) {
    let left = state.withLock { $0.replies.count }
    #expect(left == 0, "\(left) requests never came", sourceLocation: location)
  }
}

extension HTTPRequest {
  /// The decoded query.
  var query: [String: String] {
    Dictionary(PercentEncoding.parseQuery(url.query ?? "").map { ($0.name, $0.value) }) { first, second in
      Issue.record("twice in a query: \(first), \(second)")
      return second
    }
  }

  /// The body as JSON.
  var json: JSON? { body.flatMap { try? JSON(parsing: $0) } }

  /// The cookies in the order in which they go out.
  var cookies: [(name: String, value: String)] {
    (headers["Cookie"] ?? "").split(separator: ";").map { pair in
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The value of a cookie that is there once.
  func cookie(_ name: String) -> String? {
    let found = cookies.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }
}
