/// Which `Host` headers are the sandbox's own. A page of another site that has its name resolved to this machine is refused by it, so
/// that a browser cannot be used against the owner of the sandbox (DESIGN.md 5).
struct HostCheck: Sendable {
  /// The address that it listens on, without brackets.
  let address: String

  /// The authority to build URLs with, port always written; nil where the request has another `Host`, none, or two.
  func authority(_ hosts: [String], port: Int) -> String? {
    guard hosts.count == 1, let host = hosts.first else { return nil }
    // As clients write it; what else is right takes the long way.
    let digits = String(port)
    if host.hasPrefix("127.0.0.1:"), host.hasSuffix(digits), host.utf8.count == 10 + digits.utf8.count,
      isOwn("127.0.0.1")
    {
      return host
    }
    let (name, asked) = HostCheck.split(host)
    guard let name, asked == nil ? port == 80 : asked == port else { return nil }
    guard isOwn(name.lowercased()) else { return nil }
    return name.lowercased() + ":" + String(port)
  }

  private func isOwn(_ name: String) -> Bool {
    let bare = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    if address == "0.0.0.0" || address == "::" {
      // On every address: whatever is a literal address cannot be a name that somebody had resolved to here.
      return name == "localhost" || name.hasPrefix("[")
        || name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
    if HostCheck.isLoopback(address) { return ["localhost", "127.0.0.1", "[::1]"].contains(name) || bare == address }
    return bare == address.lowercased()
  }

  /// An authority without its port.
  static func name(_ authority: String) -> String {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      authority.utf8[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return authority }
    return String(authority[..<colon])
  }

  static func isLoopback(_ address: String) -> Bool {
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
  }

  private static func split(_ host: String) -> (name: String?, port: Int?) {
    let host = trimmed(host)
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return (nil, nil) }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return (nil, nil) }
      return (String(host[...end]), rest.isEmpty ? nil : Int(rest.dropFirst()) ?? -1)
    }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return (nil, nil) }
    return (String(name), parts.count == 2 ? Int(parts[1]) ?? -1 : nil)
  }
}
