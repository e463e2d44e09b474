import HTTPClient
import JSON
import Synchronization

/// Answers requests in order, and remembers them. A request that was not foreseen is refused, as by a server that is gone.
final class ScriptedServer: HTTPTransport {
  struct Reply: Sendable {
    var status = 200
    var body: JSON = [:]
    var headers: [(name: String, value: String)] = [("Content-Type", "application/json")]
    var error: HTTPClientError.Phase?
    var mayHaveReachedServer = true
  }

  private struct State {
    var replies: [Reply] = []
    var requests: [HTTPRequest] = []
  }

  private let state = Mutex(State())

  init(_ replies: [Reply] = []) {
    state.withLock { $0.replies = replies }
  }

  func expect(_ body: JSON) { expect(200, body) }

  func expect(_ status: Int, _ body: JSON) {
    state.withLock { $0.replies.append(Reply(status: status, body: body)) }
  }

  func expect(reply: Reply) {
    state.withLock { $0.replies.append(reply) }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func body(_ index: Int) -> JSON? { requests[index].body.flatMap { try? JSON(parsing: $0) } }

  /// Whether somebody has closed it.
  private let closed = Atomic(false)
  var isClosed: Bool { closed.load(ordering: .relaxed) }
  func close() { closed.store(true, ordering: .relaxed) }

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    let reply: Reply? = state.withLock { state in
      if request.url.path.hasSuffix("/serverinfo/*") {
        return Reply(body: ["cookieName": "iPlanetDirectoryPro"])
      }
      state.requests.append(request)
      return state.replies.isEmpty ? nil : state.replies.removeFirst()
    }
    let isConnected = reply.map { $0.error == nil || $0.mayHaveReachedServer } ?? false
    let isHeldBack = isConnected && request.mayBegin?() == false
    guard let reply, reply.error == nil, !isHeldBack else {
      throw HTTPClientError(
        phase: reply?.error ?? .connect, host: request.url.hostAndPort, path: request.url.path,
        mayHaveReachedServer: reply?.mayHaveReachedServer ?? false)
    }
    return HTTPResponse(status: reply.status, headers: HTTPHeaders(reply.headers), body: reply.body.bytes())
  }
}
