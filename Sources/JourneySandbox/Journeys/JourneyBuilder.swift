import JSON

/// Makes runnable journeys of exported trees and collects what a person should know about them.
struct JourneyBuilder {
  /// Node types that only have a stand-in, with the journeys that have them.
  private(set) var stubs: [String: Set<String>] = [:]
  /// Other things that are odd but do not keep a journey from running.
  private(set) var remarks: [String] = []

  mutating func remark(_ text: String) {
    remarks.append(text)
  }

  mutating func journey(_ exported: ExportedTree) throws(SandboxError) -> Journey {
    let tree = exported.tree
    guard var entry = tree["entryNodeId"]?.string else {
      throw SandboxError("it has no entry node", file: exported.file, journey: exported.name)
    }
    // The tree editor saves a tree without nodes this way.
    if entry.isEmpty {
      remark("\(exported.name) has no node yet: it always fails")
      entry = Journey.failureID
    }
    guard let graph = tree["nodes"]?.object else {
      throw SandboxError("it has no nodes", file: exported.file, journey: exported.name)
    }
    for (name, _) in JourneyBuilder.times {
      guard let value = tree[name], !value.isNull, value.integer.map({ $0 < 0 }) ?? true else { continue }
      remark("\(exported.name): its \(name) is no number of minutes, and counts as absent")
    }
    var loader = NodeLoader(exported: exported, placeholders: Placeholders(exported.entry["variable"]?.object))
    var nodes: [String: JourneyNode] = [:]
    for member in graph.members {
      nodes[member.name] = try node(member, loader: &loader, exported: exported)
    }
    remarks += loader.remarks.sorted()
    for type in loader.stubs { stubs[type, default: []].insert(exported.name) }
    try check(entry: entry, nodes: nodes, exported: exported)
    return Journey(
      name: exported.name, file: exported.file, entry: entry, nodes: nodes, flags: try JourneyBuilder.flags(exported),
      templates: MailTemplate.templates(exported.entry["emailTemplates"]?.object),
      providers: SocialProvider.all(exported.entry["socialIdentityProviders"]?.object))
  }

  private func node(_ member: JSON.Object.Member, loader: inout NodeLoader, exported: ExportedTree) throws(SandboxError)
    -> JourneyNode
  {
    func fault(_ text: String) -> SandboxError {
      SandboxError(text, file: exported.file, journey: exported.name, node: member.name)
    }
    let named = member.value["nodeType"]
    guard named?.isNull ?? true || named?.string != nil else { throw fault("its \"nodeType\" is no text") }
    guard let type = named?.string ?? loader.type(of: member.name) else { throw fault("it has no type") }
    guard let connected = member.value["connections"]?.object else {
      throw fault("it has no object \"connections\"")
    }
    var connections: [String: String] = [:]
    for connection in connected.members {
      guard let target = connection.value.string else {
        throw fault(
          "its outcome \(connection.name) leads to \(connection.value.text().onOneLine(limit: 60)), which is no text")
      }
      connections[connection.name] = target
    }
    let behaviour = try loader.node(member.name, type: type, connected: connections.keys.sorted())
    return JourneyNode(
      id: member.name, type: type, displayName: member.value["displayName"]?.string ?? type, connections: connections,
      behaviour: behaviour)
  }

  private static func flags(_ exported: ExportedTree) throws(SandboxError) -> JourneyFlags {
    let tree = exported.tree
    var flags = JourneyFlags()
    for (name, path) in switches {
      guard let value = tree[name], !value.isNull else { continue }
      guard let flag = value.bool ?? value.string.flatMap(Bool.init) else {
        throw SandboxError("its \"\(name)\" is neither true nor false", file: exported.file, journey: exported.name)
      }
      flags[keyPath: path] = flag
    }
    flags.identityResource = tree["identityResource"]?.string.flatMap { $0 == "null" || $0.isEmpty ? nil : $0 }
    for (name, path) in times { flags[keyPath: path] = minutes(tree[name]) }
    return flags
  }

  private static let switches: [(name: String, path: any WritableKeyPath<JourneyFlags, Bool> & Sendable)] = [
    ("enabled", \.isEnabled), ("innerTreeOnly", \.innerTreeOnly), ("mustRun", \.mustRun), ("noSession", \.noSession),
    ("transactionalOnly", \.transactionalOnly),
  ]

  private static let times: [(name: String, path: any WritableKeyPath<JourneyFlags, Int?> & Sendable)] = [
    ("treeTimeout", \.timeoutMinutes), ("maximumSessionTime", \.maximumSessionMinutes),
    ("maximumIdleTime", \.maximumIdleMinutes),
  ]

  /// Unset is absent, null, or 0.
  private static func minutes(_ json: JSON?) -> Int? {
    json?.integer.flatMap { $0 > 0 ? min($0, 5_256_000) : nil }
  }

  /// What is reached from the entry has to be there, and no loop may pass only nodes that never stop.
  private func check(entry: String, nodes: [String: JourneyNode], exported: ExportedTree) throws(SandboxError) {
    func isThere(_ id: String) -> Bool {
      nodes[id] != nil || id == Journey.successID || id == Journey.failureID
    }
    guard isThere(entry) else {
      throw SandboxError("its entry node \(entry) is not there", file: exported.file, journey: exported.name)
    }
    var seen: Set<String> = [entry]
    var open = [entry]
    while let id = open.popLast() {
      guard let node = nodes[id] else { continue }
      for (outcome, target) in node.connections.sorted(by: { $0.key < $1.key }) {
        guard isThere(target) else {
          throw SandboxError(
            "its outcome \(outcome) leads to the node \(target), which is not there", file: exported.file,
            journey: exported.name, node: "\(node.type) \(id)")
        }
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    if let node = JourneyLoops.node(in: nodes, reachable: seen) {
      throw SandboxError(
        "it is in a loop that has no step", file: exported.file, journey: exported.name,
        node: "\(node.type) \(node.id)")
    }
  }
}
