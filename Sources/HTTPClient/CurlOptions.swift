import CCurl

/// Settings and requests as curl's options.
enum CurlOptions {
  /// A kept connection that has been idle for longer is not used again: servers close theirs after 20 s (Tomcat) or more,
  /// and some do so without a word, which a request that must not be repeated would pay for.
  private static let idleSeconds = 15
  /// How long the certificates read from a file are kept for further connections.
  private static let certificateCacheSeconds = 3600

  static func set(_ configuration: HTTPClientConfiguration, on handle: CurlHandle) {
    // No signals, no waiting for a name server when a request ends early: both would stop the whole thread.
    handle.set(CURLOPT_NOSIGNAL, true)
    handle.set(CURLOPT_QUICK_EXIT, true)
    handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
    handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    handle.set(CURLOPT_HTTP09_ALLOWED, false)
    handle.set(CURLOPT_FOLLOWLOCATION, false)
    handle.set(CURLOPT_PATH_AS_IS, true)
    handle.set(CURLOPT_MAXAGE_CONN, idleSeconds)
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
    if let userAgent = configuration.userAgent { handle.set(CURLOPT_USERAGENT, userAgent) }
    setTrust(configuration, on: handle)
    setProxy(configuration, on: handle)
  }

  static func set(_ request: HTTPRequest, on handle: CurlHandle, defaultTimeout: Duration) {
    handle.set(CURLOPT_URL, request.url.description)
    handle.set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout ?? defaultTimeout))
    setMethod(request, on: handle)
    setHeaders(request, on: handle)
  }

  private static func setTrust(_ configuration: HTTPClientConfiguration, on handle: CurlHandle) {
    handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    handle.set(CURLOPT_SSL_VERIFYPEER, !configuration.insecure)
    handle.set(CURLOPT_SSL_VERIFYHOST, configuration.insecure ? 0 : 2)
    handle.set(CURLOPT_PROXY_SSL_VERIFYPEER, !configuration.insecure)
    handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, configuration.insecure ? 0 : 2)
    if let file = configuration.caFile {
      handle.set(CURLOPT_CAINFO, file)
      handle.set(CURLOPT_PROXY_CAINFO, file)
    }
    // Beside a file of the user's, the system's folder of certificates would still be trusted. Beside the system's file it
    // has nothing more to give, and keeps curl from caching what it has read (30 ms for each new connection).
    if configuration.caFile != nil || handle.hasSystemCAFile {
      handle.set(CURLOPT_CAPATH, nil)
      handle.set(CURLOPT_PROXY_CAPATH, nil)
    }
    handle.set(CURLOPT_CA_CACHE_TIMEOUT, certificateCacheSeconds)
    guard let certificate = configuration.clientCertificate else { return }
    handle.set(CURLOPT_SSLCERT, certificate)
    if HTTPClientConfiguration.isArchive(certificate) { handle.set(CURLOPT_SSLCERTTYPE, "P12") }
    if let key = configuration.clientKey { handle.set(CURLOPT_SSLKEY, key) }
    // Without one, OpenSSL would ask for it on the terminal.
    handle.set(CURLOPT_KEYPASSWD, configuration.clientKeyPassword ?? "")
  }

  private static func setProxy(_ configuration: HTTPClientConfiguration, on handle: CurlHandle) {
    // The head of a CONNECT answer is not a part of the response, and the request's headers (session, tokens) are not
    // for the proxy.
    handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    if let proxy = configuration.proxy { handle.set(CURLOPT_PROXY, proxy) }
    guard let credentials = configuration.proxyCredentials else { return }
    // curl undoes percent-encoding in this option, on both sides of the first colon.
    let colon = credentials.utf8.firstIndex(of: UInt8(ascii: ":")) ?? credentials.endIndex
    let user = PercentEncoding.encode(String(credentials[..<colon]))
    let password = PercentEncoding.encode(String(credentials[colon...].utf8.dropFirst()) ?? "")
    handle.set(CURLOPT_PROXYUSERPWD, "\(user):\(password)")
  }

  private static func setMethod(_ request: HTTPRequest, on handle: CurlHandle) {
    switch (request.method, request.body ?? (request.method == "POST" ? [] : nil)) {
    case ("GET", nil): handle.set(CURLOPT_HTTPGET, true)
    case ("HEAD", nil): handle.set(CURLOPT_NOBODY, true)
    case (let method, nil):
      handle.set(CURLOPT_HTTPGET, true)
      handle.set(CURLOPT_CUSTOMREQUEST, method)
    case (let method, let body?):
      handle.set(CURLOPT_POST, true)
      handle.setBody(body)
      if method != "POST" { handle.set(CURLOPT_CUSTOMREQUEST, method) }
    }
  }

  private static func setHeaders(_ request: HTTPRequest, on handle: CurlHandle) {
    // A name with a semicolon sends an empty value; a name with a colon and nothing else sends no such header.
    for (name, value) in request.headers.entries {
      handle.addHeaderLine(name, value.isEmpty ? ";" : ": ", value)
    }
    for name in ["Expect", "Content-Type"] where request.headers[name] == nil { handle.addHeaderLine(name, ":", "") }
    handle.setHeaderLines()
  }

  /// At least 1: curl reads 0 as "no limit".
  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let whole = min(max(seconds, 0), Int64(Int32.max) / 1000)
    return max(1, Int(whole) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
