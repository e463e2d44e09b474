package import HTTPClient

/// Origins that may be told session, cookies and own headers: the server's, and those of the settings.
package struct TrustedOrigins: Sendable {
  /// Scheme, host and port, the port always named.
  package let origins: Set<String>

  package init(server: String?, others: [String]) {
    var origins = Set(others.compactMap { HTTPURL($0)?.origin })
    if let server { origins.insert(server) }
    self.origins = origins
  }

  /// Whether a URL leads to one of them.
  package func cover(_ url: HTTPURL) -> Bool { origins.contains(url.origin) }
}
