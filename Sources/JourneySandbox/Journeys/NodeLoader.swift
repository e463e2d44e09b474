import JSON

/// Makes the nodes of one exported tree.
struct NodeLoader {
  let exported: ExportedTree
  let placeholders: Placeholders
  /// Types of this tree that only have a stand-in.
  private(set) var stubs: Set<String> = []
  /// What is odd about its nodes and keeps none from running.
  private(set) var remarks: Set<String> = []

  init(exported: ExportedTree, placeholders: Placeholders) {
    self.exported = exported
    self.placeholders = placeholders
  }

  /// The type that a configuration says itself.
  func type(of id: String) -> String? {
    exported.configurations[id]?["_type"]?["_id"]?.string
  }

  func configuration(_ id: String, type: String, connected: [String] = []) -> NodeConfiguration {
    let members = exported.configurations[id].map(placeholders.resolved) ?? JSON.Object()
    return NodeConfiguration(id: id, type: type, members: members, connected: connected)
  }

  /// Refuses a connection that can never be taken.
  func check(_ connected: [String], _ known: Set<String>) throws(NodeFailure) {
    guard let odd = connected.first(where: { !known.contains($0) }) else { return }
    let list = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
    throw NodeFailure("it has no outcome \(odd); it has \(list)")
  }

  /// The node of an id. A type that is not known, and a known one whose configuration is not in the export but would be needed,
  /// becomes a stub.
  mutating func node(_ id: String, type: String, connected: [String] = []) throws(SandboxError) -> any Node {
    let configuration = configuration(id, type: type, connected: connected)
    if exported.configurations[id] == nil, NodeCatalogue.makers[configuration.plainType] != nil {
      remarks.insert("\(exported.name), \(type) \(id): its configuration is not in the export; the standard one counts")
    }
    if let own = self.type(of: id), NodeConfiguration.plain(own) != configuration.plainType {
      remarks.insert("\(exported.name), \(type) \(id): its configuration is one of a \(own)")
    }
    for name in Placeholders.open(in: configuration.members) {
      remarks.insert("\(exported.name), \(type) \(id): there is no value for \(name)")
    }
    defer {
      for name in configuration.oddities.names {
        remarks.insert("\(exported.name), \(type) \(id): \(name) is no number of 32 bits, and counts as absent")
      }
    }
    do {
      if let known = NodeOutcomes.outcomes(of: configuration) { try check(connected, known) }
      guard let make = NodeCatalogue.makers[configuration.plainType] else {
        stubs.insert(type)
        return StubNode(configuration)
      }
      return try make(configuration, &self)
    } catch {
      throw SandboxError(error.message, file: exported.file, journey: exported.name, node: "\(type) \(id)")
    }
  }
}
