import HTTPServer

/// `/am/idp/authorize`: the page of the identity provider of the sandbox. `account=NAME` chooses without a page, `account=none` refuses.
enum IdentityProviderPage {
  static func answer(_ call: Call) throws(AMError) -> ServerResponse {
    guard call.method == "GET" else { throw .methodNotAllowed }
    guard let target = call.query["redirect_uri"], let state = call.query["state"], isSafe(target, call) else {
      throw AMError(
        400, "redirect_uri and state are needed, and the redirect_uri has to be one of this server's or a custom scheme"
      )
    }
    guard let name = call.query["account"] else { return .html(200, page(call)) }
    var back = Parameters()
    if let account = IdentityProvider.accounts.first(where: { $0.subject == name }) {
      let code = call.services.tokens.opaque()
      call.services.identityProvider.makeCode(for: account, code, at: call.now)
      back.add("code", code)
    } else {
      back.add("error", "access_denied")
      back.add("error_description", "The user did not allow it")
    }
    back.add("state", state)
    return .redirect(target + (target.contains("?") ? "&" : "?") + back.encoded)
  }

  /// Pages of this server and loopback, and schemes of applications: the sandbox sends nobody to other sites.
  private static func isSafe(_ target: String, _ call: Call) -> Bool {
    guard !target.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F }), let colon = target.firstIndex(of: ":") else {
      return false
    }
    let scheme = target[..<colon].lowercased()
    if scheme == "http" || scheme == "https" {
      let rest = target[colon...].dropFirst(3)
      let host = rest.prefix { !":/?#".contains($0) }
      return ["localhost", "127.0.0.1"].contains(host)
    }
    return !["javascript", "data", "vbscript", "file"].contains(scheme)
  }

  private static func page(_ call: Call) -> String {
    let links = (IdentityProvider.accounts.map(\.subject) + ["none"]).map { name in
      var query = call.query
      query.add("account", name)
      return "<li><a href=\"?\(query.encoded.escapedForHTML)\">\(name)</a></li>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Choose an account</title></head>
      <body><h1>Choose an account</h1><ul>\(links.joined())</ul></body></html>
      """
  }
}
