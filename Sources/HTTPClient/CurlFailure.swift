import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A failed transfer as curl tells it, and what that means.
struct CurlFailure {
  let code: CURLcode
  /// curl's own text on what happened; empty where it wrote none.
  let message: String
  /// What curl calls such failures.
  let kind: String
  /// `errno` of the last failed connect; 0 when there was none.
  let systemError: Int
  /// Whether curl had come to writing the request.
  let hasBegun: Bool

  func phase(url: HTTPURL) -> HTTPClientError.Phase {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .dns
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
    case CURLE_COULDNT_CONNECT: concernsProxy(url) ? .proxy : .connect
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      .tls
    case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN: .invalidRequest
    case CURLE_UNSUPPORTED_PROTOCOL: hasBegun ? .badResponse : .invalidRequest
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .badResponse
    // What curl says of a header line past its own limit.
    case CURLE_OUT_OF_MEMORY, CURLE_FILESIZE_EXCEEDED: hasBegun ? .tooLarge : .connect
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: hasBegun ? receivePhase : .proxy
    default: hasBegun ? .dropped : .connect
    }
  }

  /// The detail for a person: curl's text, or the system's where curl has only "Couldn't connect".
  func detail(_ phase: HTTPClientError.Phase) -> String {
    if phase == .connect || phase == .proxy, code == CURLE_COULDNT_CONNECT, systemError != 0 {
      return String(cString: strerror(Int32(systemError))).lowercased()
    }
    return message.isEmpty ? kind : message
  }

  /// What curl means by "cannot receive": a chunk that is none, a TLS alert (a client certificate refused in TLS 1.3 comes
  /// after the request has gone out), or a broken connection.
  private var receivePhase: HTTPClientError.Phase {
    if message.contains("chunked-encoding") || message.contains("chunk hex-length") { return .badResponse }
    if message.contains("Too large response headers") { return .tooLarge }
    return message.contains("alert") ? .tls : .dropped
  }

  /// Whether it was a proxy that could not be reached: curl names the peer, and that is not the host of the URL.
  private func concernsProxy(_ url: HTTPURL) -> Bool {
    if message.hasPrefix("Unsupported proxy") { return true }
    let start = "Failed to connect to "
    guard message.hasPrefix(start) else { return false }
    let peer = message.dropFirst(start.count)
    return !peer.hasPrefix("\(url.host) port \(url.port) ") && !peer.hasPrefix("[\(url.host)] port \(url.port) ")
  }

  /// The text without anything secret that curl may have quoted, and without control characters.
  static func cleaned(_ text: String, url: HTTPURL, _ configuration: HTTPClientConfiguration) -> String {
    var secrets = [url.query, configuration.proxyCredentials, configuration.clientKeyPassword].compactMap { $0 }
    if let credentials = configuration.proxyCredentials, let colon = credentials.firstIndex(of: ":") {
      secrets.append(String(credentials[credentials.index(after: colon)...]))
    }
    if let proxy = configuration.proxy, let at = proxy.lastIndex(of: "@") {
      let user = proxy[..<at]
      secrets.append(String(user[(user.lastIndex(of: "/").map(user.index(after:)) ?? user.startIndex)...]))
    }
    var text = text
    for secret in secrets where !secret.isEmpty { text.replace(secret, with: "•••") }
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    text = String(String.UnicodeScalarView(scalars))
    while text.last == "." || text.last == " " { text.removeLast() }
    return text
  }
}
