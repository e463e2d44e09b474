import HTTPServer

/// `/am/idp/authorize` and `/am/idp/saml`: the pages of the identity provider of the sandbox. `account=NAME` chooses without a page,
/// `account=none` refuses.
struct IdentityProviderPage {
  /// How it names the state that it gives back, a good answer and a bad one.
  private let names: (state: String, good: String, bad: String, text: String)

  static let authorize = IdentityProviderPage(names: ("state", "code", "error", "error_description"))
  static let saml = IdentityProviderPage(names: ("RelayState", "responsekey", "errorCode", "errorMessage"))

  func answer(_ call: Call) throws(AMError) -> ServerResponse {
    guard call.method == "GET" else { throw .methodNotAllowed }
    guard let target = call.query["redirect_uri"], let state = call.query[names.state], isSafe(target, call) else {
      throw AMError(
        400,
        "redirect_uri and \(names.state) are needed, and the redirect_uri has to be one of this server's or a custom scheme"
      )
    }
    guard let name = call.query["account"] else { return .html(200, page(call)) }
    var back = Parameters()
    if let account = IdentityProvider.accounts.first(where: { $0.subject == name }) {
      let code = call.services.tokens.opaque()
      call.services.identityProvider.makeCode(for: account, code, at: call.now)
      back.add(names.good, code)
    } else {
      back.add(names.bad, "access_denied")
      back.add(names.text, "The user did not allow it")
    }
    back.add(names.state, state)
    return .redirect(target + (target.contains("?") ? "&" : "?") + back.encoded)
  }

  /// Pages of this server and loopback, and schemes of applications: the sandbox sends nobody to other sites.
  private func isSafe(_ target: String, _ call: Call) -> Bool {
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

  private func page(_ call: Call) -> String {
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
