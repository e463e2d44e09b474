#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The proxy that requests to a URL go by, for messages.
enum ProxyName {
  /// Host and port as they were set, without scheme and credentials; nil where there is none. The environment is read as curl reads
  /// it, but for the exceptions of `no_proxy`.
  static func of(_ url: HTTPURL, _ configuration: HTTPClientConfiguration) -> String? {
    guard let text = configuration.proxy ?? environment(for: url.scheme), !text.isEmpty else { return nil }
    var name = text[...]
    if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
    if let at = name.lastIndex(of: "@") { name = name[name.index(after: at)...] }
    name = name.prefix { $0 != "/" }
    return name.isEmpty ? nil : String(name)
  }

  private static func environment(for scheme: String) -> String? {
    // A CGI program has HTTP_PROXY from a header of the request, so curl does not look at it.
    let names = (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    return names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
  }
}
