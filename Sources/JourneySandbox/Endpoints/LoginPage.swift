import HTTPServer
import JSON

/// The page that authorize sends a browser to. It signs in through the journey with name and password, if the journey asks for no more, and
/// goes back to where the browser came from.
struct LoginPage {
  let call: Call

  func answer() throws(AMError) -> ServerResponse {
    switch call.method {
    case "GET":
      if call.query["suspendedId"] != nil { return .html(200, waitingPage) }
      return .html(200, page(call.query, message: nil))
    case "POST": return signIn(Parameters(encoded: String(decoding: call.request.body, as: UTF8.self)))
    default: throw .methodNotAllowed
    }
  }

  private func signIn(_ form: Parameters) -> ServerResponse {
    // A form of another site would sign its visitor in as somebody else.
    if let origin = call.request.header("Origin"), !call.baseURL.hasPrefix(origin + "/") {
      return .html(403, page(form, message: "The form comes from another site."))
    }
    let name = form["service"].flatMap { $0.isEmpty ? nil : $0 } ?? call.realm.journeys.defaultName
    guard let journey = call.realm.journeys.journey(name), journey.canBeStarted else {
      return .html(400, page(form, message: "There is no such journey."))
    }
    let state = JourneyState(
      starting: journey, in: call.realm, index: JourneyState.Index(type: "service", value: name),
      minutes: call.services.settings.journeyMinutes, at: call.now)
    let facts = RequestFacts(
      request: call.request, query: call.query, cookies: call.cookies,
      languages: Languages(locale: nil, acceptLanguage: call.request.header("Accept-Language")), baseURL: call.baseURL)
    let run = JourneyRun(state: state, facts: facts, realm: call.realm, services: call.services, now: call.now)
    let result = HeaderLogin.answer(
      run.run([]), of: run, name: form["username"] ?? "", password: form["password"] ?? "")
    guard case .success = result else {
      return .html(
        401,
        page(form, message: "That did not work: a wrong password, or the journey asks for more than name and password.")
      )
    }
    let attempt = Attempt(
      reference: call.services.tokens.attemptReference(), key: call.services.tokens.oneTimeKey())
    let end = JourneyEnd(call: call, run: run, attempt: attempt, realm: call.realm, version: "2.1")
    do {
      let cookies = try end.answer(result).headers.filter { $0.name == "Set-Cookie" }.map(\.value)
      return .redirect(target(form), cookies: cookies)
    } catch {
      return .html(error.status, page(form, message: error.message))
    }
  }

  /// Only back to this server.
  private func target(_ form: Parameters) -> String {
    guard let goto = form["goto"], goto.hasPrefix(call.baseURL + "/"),
      !goto.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F })
    else {
      return call.baseURL + "/UI/Login?realm=" + PercentText.encode(call.realm.path)
    }
    return goto
  }

  /// What the link of a mail opens in a browser: the journey goes on in the client that has it.
  private var waitingPage: String {
    let link = call.baseURL + "/XUI/?" + (call.request.query ?? "")
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>A journey waits</title></head>
      <body><h1>A journey waits for this link</h1><p>Go on with it in your client:</p>
      <pre>resume '\(link.escapedForHTML)'</pre></body></html>
      """
  }

  private func page(_ given: Parameters, message: String?) -> String {
    var hidden = ""
    for name in ["goto", "service"] {
      guard let value = given[name] else { continue }
      hidden += "<input type=\"hidden\" name=\"\(name)\" value=\"\(value.escapedForHTML)\">"
    }
    let action = "?realm=" + PercentText.encode(call.realm.path)
    let note = message.map { "<p role=\"alert\">\($0.escapedForHTML)</p>" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head>
      <body><h1>Sign in to the sandbox</h1>\(note)
      <form method="post" action="\(action)">\(hidden)
      <p><label>User name <input name="username" autocomplete="username"></label></p>
      <p><label>Password <input name="password" type="password" autocomplete="current-password"></label></p>
      <p><button>Sign in</button></p></form></body></html>
      """
  }
}
