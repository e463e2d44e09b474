import HTTPServer
import JSON

/// Puts values of headers or query parameters into the shared state, each as a list. `RequestHeaderNode` and `QueryParameterNode`.
struct RequestValuesNode: Node {
  private let names: [(key: String, value: String)]
  private let delimited: Set<String>
  private let readsHeaders: Bool

  init(_ configuration: NodeConfiguration, readsHeaders: Bool) {
    self.readsHeaders = readsHeaders
    names = configuration.map(readsHeaders ? "allowedHeaders" : "allowedQueryParameters")
    delimited = Set(configuration.list(readsHeaders ? "headersToBeDelimited" : "queryParametersToBeDelimited"))
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    for (name, key) in names {
      var values = readsHeaders ? visit.facts.request.headers(name) : visit.facts.query.all(name)
      guard !values.isEmpty else { continue }
      if delimited.contains(name) { values = values.flatMap { $0.split(separator: ",").map { trimmed($0) } } }
      visit.state.shared[key] = .array(values.map(JSON.string))
    }
    return .outcome("outcome")
  }
}

/// Whether the request has a cookie.
struct CookiePresenceDecisionNode: Node {
  private let name: String

  init(_ configuration: NodeConfiguration) {
    name = configuration.text("cookieName", else: "")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .outcome(visit.facts.cookies[name] != nil ? "true" : "false")
  }
}
