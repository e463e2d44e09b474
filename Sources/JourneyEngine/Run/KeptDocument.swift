package import JSON

/// The document of one profile: what is kept for each server that the profile has been at, by base URL, the one that was
/// written last at the end.
///
/// `{"version":2,"servers":{"https://am.example.com/am":{…}}}`. So a profile whose server changes finds its session again
/// when it comes back. Of more than ``capacity`` servers the one written longest ago is forgotten: a local server may have
/// another port each time.
package struct KeptDocument: Sendable, Equatable {
  /// The most servers that are kept.
  package static let capacity = 16
  private static let version = 2

  /// The version of a document that a later version of this program has written.
  static func laterVersion(of json: JSON?) -> Int? { json?["version"]?.integer.flatMap { $0 > version ? $0 : nil } }

  private var servers: JSON.Object

  /// A document with nothing in it.
  package init() { servers = [:] }

  /// Reads a document; nil for what cannot be one. No document is one with nothing in it.
  package init?(json: JSON?) {
    guard let json else {
      servers = [:]
      return
    }
    guard json["version"]?.integer == Self.version, let all = json["servers"]?.object,
      all.members.allSatisfy({ $0.value.object != nil })
    else { return nil }
    servers = all
  }

  /// The document as it is kept.
  package var json: JSON { ["version": .number(JSON.Number(Self.version)), "servers": .object(servers)] }

  /// What is kept for a server; nil where nothing is.
  package subscript(server: String) -> JSON? {
    get { servers[server] }
    set {
      servers[server] = nil
      guard let newValue else { return }
      servers[server] = newValue
      if servers.members.count > Self.capacity { servers.members.removeFirst() }
    }
  }
}
