import Crypto
import HTTPClient

extension UserAgent {
  /// Sends one request, as it is; nothing is sent twice and no redirect is followed.
  ///
  /// Adds what ``AMRequest/Kind`` asks for, `Accept-Language`, the transaction id, own headers, the cookies of host and
  /// path and, where the request wants it, the session as header and as cookie. Everything from the transaction id on goes
  /// to trusted origins alone, and cookies are taken from those alone. A header of the request itself goes before one of
  /// the same name in the settings.
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
    var message = HTTPRequest(
      method: request.method, url: url,
      headers: headers(of: request, to: url, isTrusted: isTrusted, sessionName: sessionName, transaction: transaction),
      body: request.body, timeout: request.timeout)
    message.mayBegin = request.mayBegin
    let start = config.clock.uptime()
    let response: HTTPResponse
    do {
      response = try await transport.send(message)
    } catch {
      throw ExchangeError(
        error, exchange: Exchange(transactionID: transaction, elapsed: config.clock.uptime() - start))
    }
    if isTrusted { takeCookies(of: response, from: url) }
    let id = response.headers[Self.transactionHeader] ?? message.headers[Self.transactionHeader] ?? transaction
    return AMResponse(
      status: response.status, headers: response.headers, body: response.body, host: url.hostAndPort, path: url.path,
      exchange: Exchange(transactionID: id, elapsed: config.clock.uptime() - start))
  }

  private static let transactionHeader = "X-ForgeRock-TransactionId"

  private func headers(
    of request: AMRequest, to url: HTTPURL, isTrusted: Bool, sessionName: String?, transaction: String
  ) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if case .json(let version) = request.kind { headers.add("Accept-API-Version", version) }
    if let type = request.contentType { headers.add("Content-Type", type) }
    if let locale = config.locale, !locale.isEmpty { headers.add("Accept-Language", locale) }
    if isTrusted {
      if case .json = request.kind { headers.add("X-Requested-With", "journey") }
      headers.add(Self.transactionHeader, transaction)
      for (name, _) in config.headers { headers.remove(name) }
      for (name, value) in config.headers { headers.add(name, value) }
    }
    for (name, value) in request.headers { headers.replace(name, value) }
    if isTrusted { addCookies(to: &headers, for: url, sessionName: sessionName) }
    return headers
  }

  /// Adds the cookies of host and path and, under `sessionName`, the session as header and as cookie. A `Cookie` header of
  /// the user's own stands behind them.
  private func addCookies(to headers: inout HTTPHeaders, for url: HTTPURL, sessionName: String?) {
    var cookies = state.cookies.pairs(for: url, now: config.clock.seconds)
    cookies.removeAll { $0.name == sessionName || $0.name == knownCookieName }
    if let sessionName, let token = state.session?.token {
      headers.replace(sessionName, token.revealed)
      cookies.insert((sessionName, token.revealed), at: 0)
    }
    guard !cookies.isEmpty else { return }
    var text = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    if let own = headers["Cookie"] { text += "; " + own }
    headers.replace("Cookie", text)
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
