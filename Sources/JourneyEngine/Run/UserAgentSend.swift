import Crypto
import HTTPClient

extension UserAgent {
  /// Sends one request, as it is; nothing is sent twice and no redirect is followed.
  ///
  /// Adds the transaction id, `Accept-Language`, what ``AMRequest/Kind`` asks for, the cookies of host and path and, where
  /// the request wants it, the session as header and as cookie. Session, cookies and own headers go to trusted origins
  /// alone, and cookies are taken from those alone.
  package func send(_ request: AMRequest) async throws(ExchangeError) -> AMResponse {
    let transaction = UUIDText.random(config.random)
    guard let url = HTTPURL(request.url) else {
      throw ExchangeError(
        cause: .network, message: "this is no http or https URL: \(ServerText.line(request.url))", host: "", path: "",
        mayHaveReachedServer: false, exchange: Exchange(transactionID: transaction, elapsed: .zero))
    }
    let isTrusted = trusted.cover(url)
    var sessionName: String?
    if request.sendsSession, isTrusted, state.session != nil { sessionName = await cookieName() }
    let message = HTTPRequest(
      method: request.method, url: url,
      headers: headers(of: request, to: url, isTrusted: isTrusted, sessionName: sessionName, transaction: transaction),
      body: request.body, timeout: request.timeout)
    let start = config.clock.uptime()
    let response: HTTPResponse
    do {
      response = try await transport.send(message)
    } catch {
      throw ExchangeError(
        error, exchange: Exchange(transactionID: transaction, elapsed: config.clock.uptime() - start))
    }
    if isTrusted { takeCookies(of: response, from: url) }
    let id = response.headers[Self.transactionHeader] ?? transaction
    return AMResponse(
      status: response.status, headers: response.headers, body: response.body, host: url.hostAndPort, path: url.path,
      exchange: Exchange(transactionID: id, elapsed: config.clock.uptime() - start))
  }

  private static let transactionHeader = "X-ForgeRock-TransactionId"

  private func headers(
    of request: AMRequest, to url: HTTPURL, isTrusted: Bool, sessionName: String?, transaction: String
  ) -> HTTPHeaders {
    var list: [(name: String, value: String)] = []
    if case .json(let version) = request.kind {
      list.append(("Accept-API-Version", version))
      list.append(("X-Requested-With", "journey"))
    }
    if let type = request.contentType { list.append(("Content-Type", type)) }
    if let locale = config.locale, !locale.isEmpty { list.append(("Accept-Language", locale)) }
    list.append((Self.transactionHeader, transaction))
    for (name, value) in request.headers { replace(name, value, in: &list) }
    guard isTrusted else { return HTTPHeaders(list) }
    for (name, value) in config.headers { replace(name, value, in: &list) }
    var cookies = state.cookies.pairs(for: url, now: config.clock.seconds)
    cookies.removeAll { $0.name == sessionName || $0.name == knownCookieName }
    if let sessionName, let token = state.session?.token {
      replace(sessionName, token.revealed, in: &list)
      cookies.insert((sessionName, token.revealed), at: 0)
    }
    if !cookies.isEmpty {
      let own = list.last { $0.name.lowercased() == "cookie" }?.value
      let text = (cookies.map { "\($0.name)=\($0.value)" } + (own.map { [$0] } ?? [])).joined(separator: "; ")
      replace("Cookie", text, in: &list)
    }
    return HTTPHeaders(list)
  }

  private func replace(_ name: String, _ value: String, in list: inout [(name: String, value: String)]) {
    list.removeAll { $0.name.lowercased() == name.lowercased() }
    list.append((name, value))
  }

  /// Takes the cookies of an answer but for the session cookie: a session comes with the success of a journey and with
  /// nothing else, so the answer of a failed attempt cannot end it.
  private func takeCookies(of response: HTTPResponse, from url: HTTPURL) {
    let lines = response.headers.all("Set-Cookie")
    guard !lines.isEmpty else { return }
    if state.cookies.take(lines, from: url, now: config.clock.seconds) { isChanged = true }
    if let known = knownCookieName { state.cookies.remove(known) }
  }
}
