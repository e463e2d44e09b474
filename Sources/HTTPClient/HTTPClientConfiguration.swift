/// How a transport connects, whom it trusts, and how much it takes.
package struct HTTPClientConfiguration: Sendable {
  /// Time for name resolution, connection and TLS handshake together.
  package var connectTimeout: Duration = .seconds(10)
  /// Time for a whole exchange, unless the request has its own.
  package var timeout: Duration = .seconds(30)
  /// Largest response body.
  package var maxResponseBytes = 8 * 1024 * 1024
  /// Largest head of a response, all its header lines together.
  package var maxResponseHeadBytes = 256 * 1024
  /// PEM file of the certificates to trust, in place of the system's.
  package var caFile: String?
  /// Client certificate: a PEM file, or PKCS #12 when the name ends in `.p12` or `.pfx`.
  package var clientCertificate: String?
  /// PEM file of the client certificate's private key; nil when the certificate file has it.
  package var clientKey: String?
  /// Password of the private key (or of the PKCS #12 file).
  package var clientKeyPassword: String?
  /// Proxy URL (`http`, `https`, `socks4`, `socks4a`, `socks5`, `socks5h`; a bare `host:port` is an HTTP proxy). Nil leaves
  /// the choice to `http_proxy`, `https_proxy` and `all_proxy` in the environment; the empty text means no proxy at all.
  /// Hosts in `no_proxy` are reached without a proxy in either case.
  package var proxy: String?
  /// `user:password` for the proxy, unescaped; the user name ends at the first colon.
  package var proxyCredentials: String?
  /// True: certificates and host names are not checked.
  package var insecure = false
  /// Value of the `User-Agent` header; nil sends none.
  package var userAgent: String?

  /// Whether a client certificate of that name is PKCS #12.
  package static func isArchive(_ path: String) -> Bool { path.hasSuffix(".p12") || path.hasSuffix(".pfx") }

  /// The defaults: 10 s to connect, 30 s in all, 8 MiB, the system's certificates, the environment's proxy.
  package init() {}
}
