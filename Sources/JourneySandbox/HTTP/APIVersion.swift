/// The answer to `Accept-API-Version` (am-protocol 1.4, 1.7).
enum APIVersion {
  /// The versions of one resource, by major version.
  struct Known: Sendable {
    /// Minor versions of each major one.
    var minors: [Int: [Int]]

    static let authenticate = Known(minors: [1: [0, 1, 2], 2: [0, 1]])
    static let serverInfo = Known(minors: [1: [0, 1], 2: [0]])
    private static let sessions = Known(minors: [1: [0, 1, 2], 2: [0, 1], 3: [0, 1], 4: [0], 5: [0, 1]])
    static let users = Known(minors: [1: [0, 1, 2], 2: [0, 1], 3: [0], 4: [0]])
    static let devices = Known(minors: [1: [0]])
    static let policies = Known(minors: [1: [0], 2: [0, 1]])
    static let push = Known(minors: [1: [0]])

    /// The versions of `sessions` up to a major one, which older servers end at.
    static func sessions(upTo newest: Int) -> Known {
      Known(minors: sessions.minors.filter { $0.key <= newest })
    }
  }

  enum Choice: Equatable {
    /// Served; the answer names this version: the highest minor of the major that was asked for.
    case served(major: Int, minor: Int)
    /// No such version: 404.
    case unknown
    /// No such protocol: 400 `Unsupported major version`.
    case unknownProtocol(String)
    /// The header cannot be read: 400.
    case unreadable(String)
  }

  static func choose(_ header: String?, among known: Known, checksProtocol: Bool = true) -> Choice {
    var resource: String?
    for part in (header ?? "").split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { trimmed($0) }
      guard pair.count == 2, let version = numbers(pair[1]) else { return .unreadable(header ?? "") }
      switch pair[0] {
      case "resource": resource = pair[1]
      case "protocol":
        if checksProtocol, version.major != 1, version.major != 2 { return .unknownProtocol(pair[1]) }
      default: return .unreadable(header ?? "")
      }
    }
    guard let resource, let asked = numbers(resource) else {
      let newest = known.minors.keys.max() ?? 1
      return .served(major: newest, minor: known.minors[newest]?.max() ?? 0)
    }
    guard let minors = known.minors[asked.major], let highest = minors.max(), (asked.minor ?? 0) <= highest else {
      return .unknown
    }
    return .served(major: asked.major, minor: highest)
  }

  private static func numbers(_ text: String) -> (major: Int, minor: Int?)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let major = parts.first.flatMap({ Int($0) }), major >= 0 else { return nil }
    guard parts.count == 2 else { return (major, nil) }
    guard let minor = Int(parts[1]), minor >= 0 else { return nil }
    return (major, minor)
  }
}
