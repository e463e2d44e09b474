import JSON

/// Makes the nodes of one exported tree.
struct NodeLoader {
  let exported: ExportedTree
  let placeholders: Placeholders
  /// Types of this tree that only have a stand-in.
  private(set) var stubs: Set<String> = []

  init(exported: ExportedTree, placeholders: Placeholders) {
    self.exported = exported
    self.placeholders = placeholders
  }

  /// The type that a configuration says itself.
  func type(of id: String) -> String? {
    exported.configurations[id]?["_type"]?["_id"]?.string
  }

  /// The node of an id. A type that is not known, and a known one whose configuration is not in the export but would be needed,
  /// becomes a stub.
  mutating func node(_ id: String, type: String, connected: [String] = []) throws(SandboxError) -> any Node {
    let members = exported.configurations[id].map(placeholders.resolved) ?? JSON.Object()
    let configuration = NodeConfiguration(id: id, type: type, members: members, connected: connected)
    let plain = type.hasPrefix("product-") ? String(type.dropFirst(8)) : type
    guard let make = NodeCatalogue.makers[plain] else {
      stubs.insert(type)
      return StubNode(configuration)
    }
    do {
      return try make(configuration, &self)
    } catch {
      throw SandboxError(error.message, file: exported.file, journey: exported.name, node: "\(type) \(id)")
    }
  }
}
