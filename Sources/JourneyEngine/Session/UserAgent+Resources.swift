import HTTPClient
package import JSON

/// An answer to a call of any path, as it came.
package struct CallAnswer: Sendable, Equatable {
  /// The HTTP status.
  package var status: Int
  /// The headers: each name once, in the order of its first line, with the values of all its lines.
  package var headers: [(name: String, values: [String])]
  /// The body: JSON where it is JSON, else text; null where there is none.
  package var body: JSON

  package static func == (left: CallAnswer, right: CallAnswer) -> Bool {
    left.status == right.status && left.body == right.body
      && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.values == $1.values }
  }
}

extension UserAgent {
  /// The registered devices of the signed-in user, as the server sends them (am-protocol 6.4); secrets are in plain.
  ///
  /// - Parameter kind: One of `DeviceKind.known` or of the server's own; nil asks for every kind of a modern
  ///   server and leaves out those that this server does not have.
  package func devices(_ kind: String? = nil) async throws(OidcError) -> [JSON] {
    try await ready()
    guard let session = sessionToken else { throw .noSession }
    var paths: [String] = []
    if let kind {
      guard let path = DeviceKind.path(kind) else {
        throw OidcError(
          .badValue, "'\(kind)' is no kind of device.", hint: "Kinds are \(DeviceKind.known.joined(separator: ", ")).")
      }
      paths = [path]
    } else {
      paths = DeviceKind.all.compactMap { DeviceKind.path($0) }
    }
    guard let user = try await Session(agent: self, token: session).info().username else {
      throw OidcError(.unexpectedReply, "The server does not say whose session it is.")
    }
    var found: [JSON] = []
    for path in paths {
      let reply = try await reply(
        to: .json(
          "GET", endpoints.json("users/\(PathEncoding.segment(user))/devices/\(path)"),
          query: [("_queryFilter", "true")], version: "resource=1.0, protocol=1.0"))
      if kind == nil, [400, 404, 501].contains(reply.status) { continue }
      guard reply.isGood, let list = reply.json?["result"]?.array else {
        var error = Session.failure(reply, "The request for the devices")
        if reply.status == 404 { error.hint = "Kinds are \(DeviceKind.known.joined(separator: ", "))." }
        throw error
      }
      found += list
    }
    return found
  }

  /// Any path of the own origin, with the session, or with an access token.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - path: A path from the origin (`/am/json/…`), one below the AM base URL without a leading slash
  ///     (`json/serverinfo/*`), or a whole URL of the own origin.
  ///   - data: The body; sent as JSON.
  ///   - bearer: The access token to use instead of the session.
  package func call(
    _ method: String, _ path: String, data: String? = nil, bearer: Secret? = nil, headers more: [(String, String)] = []
  ) async throws(OidcError) -> CallAnswer {
    try await ready()
    let address = try address(ofPath: path)
    // The version of the resource is not known here, so the CSRF filter is satisfied by the other header.
    var headers: [(String, String)] = [("Accept", "application/json, */*"), ("X-Requested-With", "journey")] + more
    if let bearer { headers.append(("Authorization", "Bearer \(bearer.revealed)")) }
    let reply = try await reply(
      to: AMRequest(
        kind: .oauth, method: method.uppercased(), url: address, headers: headers, body: data.map { Array($0.utf8) },
        contentType: data == nil ? nil : "application/json", sendsSession: bearer == nil))
    var listed: [(name: String, values: [String])] = []
    for (name, value) in reply.headers {
      if let index = listed.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
        listed[index].values.append(value)
      } else {
        listed.append((name: name, values: [value]))
      }
    }
    let text: JSON = reply.body.isEmpty ? .null : .string(String(decoding: reply.body, as: UTF8.self))
    return CallAnswer(status: reply.status, headers: listed, body: reply.json ?? text)
  }

  private nonisolated func address(ofPath path: String) throws(OidcError) -> String {
    if path.contains("://") {
      guard let url = HTTPURL(path) else { throw OidcError(.badValue, "'\(path)' is no http or https URL.") }
      guard url.origin == endpoints.origin else {
        throw .config(
          "server", "'call' goes to \(endpoints.origin ?? "the server") alone, not to \(url.origin).",
          hint: "Give the path, or set the server.")
      }
      return path
    }
    let address = (path.hasPrefix("/") ? endpoints.origin ?? "" : (endpoints.base ?? "") + "/") + path
    guard !path.hasPrefix("//"), HTTPURL(address) != nil else {
      throw OidcError(.badValue, "'\(path)' is no path.", hint: "For example '/am/json/serverinfo/*'.")
    }
    return address
  }
}
