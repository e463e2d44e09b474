import HTTPServer

extension ServerRequest {
  /// The request with the target in the form `/path?query`; nil where the target is a URL of another host than `Host` names, which Tomcat
  /// refuses too. Who is sent `http://host/path` has to take it (RFC 9112 3.2.2).
  var inOriginForm: ServerRequest? {
    guard !target.utf8.starts(with: "/".utf8), let mark = target.firstRange(of: "://"),
      ["http", "https"].contains(target[..<mark.lowerBound].lowercased())
    else { return self }
    let rest = target[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let host = header("Host"), authority.lowercased() == trimmed(host).lowercased() else { return nil }
    let path = rest[authority.endIndex...]
    return ServerRequest(
      method: method, target: path.hasPrefix("/") ? String(path) : "/" + path, headers: headers, body: body,
      peer: peer)
  }

  /// HEAD is GET to those who answer; the server leaves the body out.
  var asGet: ServerRequest {
    guard method == "HEAD" else { return self }
    var request = self
    request.method = "GET"
    return request
  }
}
