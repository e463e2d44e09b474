/// The answer to `Accept-API-Version` (am-protocol 1.4, 1.7).
enum APIVersion {
  /// A resource below `/json` whose versions are counted apart.
  enum Resource: Sendable {
    case authenticate, serverInfo, serverVersion, sessions, users, devices, policies, push
  }

  /// The newest minor version of each major one.
  typealias Known = [Int: Int]

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
    var asked: (major: Int, minor: Int?)?
    for part in Array((header ?? "").utf8).split(separator: UInt8(ascii: ",")) {
      // Blanks are known behind a comma and nowhere else.
      let part = part.drop { $0 == 0x20 || $0 == 0x09 }
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
        let version = numbers(part[(equals + 1)...])
      else { return .unreadable(header ?? "") }
      let name = part[..<equals]
      if name.elementsEqual("resource".utf8) {
        asked = version
      } else if name.elementsEqual("protocol".utf8) {
        guard !checksProtocol || version.major == 1 || version.major == 2 else {
          return .unknownProtocol(String(decoding: part[(equals + 1)...], as: UTF8.self))
        }
      } else {
        return .unreadable(header ?? "")
      }
    }
    guard let asked else {
      let newest = known.keys.max() ?? 1
      return .served(major: newest, minor: known[newest] ?? 0)
    }
    guard let highest = known[asked.major], (asked.minor ?? 0) <= highest else { return .unknown }
    return .served(major: asked.major, minor: highest)
  }

  /// `2` or `2.1`.
  private static func numbers(_ text: ArraySlice<UInt8>) -> (major: Int, minor: Int?)? {
    var digits = [0, 0]
    var place = 0
    var count = 0
    for byte in text {
      if byte == UInt8(ascii: "."), place == 0, count > 0 {
        (place, count) = (1, 0)
      } else if (0x30...0x39).contains(byte), count < 9 {
        digits[place] = digits[place] * 10 + Int(byte - 0x30)
        count += 1
      } else {
        return nil
      }
    }
    return count == 0 ? nil : (digits[0], place == 1 ? digits[1] : nil)
  }
}

extension Services.Settings.Form {
  private static let versions: [APIVersion.Resource: APIVersion.Known] = [
    .authenticate: [1: 2, 2: 1], .serverInfo: [1: 1, 2: 0], .serverVersion: [1: 0],
    .sessions: [1: 2, 2: 1, 3: 1, 4: 0, 5: 1], .users: [1: 2, 2: 1, 3: 0, 4: 0], .devices: [1: 0],
    .policies: [1: 0, 2: 1], .push: [1: 0],
  ]

  /// What the fork has less.
  private static let forkVersions: [APIVersion.Resource: APIVersion.Known] = [
    .serverInfo: [1: 1], .sessions: [1: 2, 2: 0], .users: [1: 2, 2: 1, 3: 0],
  ]

  /// The versions of a resource that a server of this form answers (am-protocol 1.1, 6.2, 11.0).
  func versions(of resource: APIVersion.Resource) -> APIVersion.Known {
    (self == .fork ? Self.forkVersions[resource] : nil) ?? Self.versions[resource] ?? [:]
  }
}
