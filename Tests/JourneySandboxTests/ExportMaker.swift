import JSON

@testable import JourneySandbox

/// Makes the export of a journey from a short description of its graph.
struct ExportMaker {
  static let success = Journey.successID
  static let failure = Journey.failureID

  struct Node {
    var key: String
    var type: String
    var configuration: JSON.Object
    var connections: [(String, String)]

    init(_ key: String, _ type: String, _ configuration: JSON.Object = [:], _ connections: [(String, String)]) {
      self.key = key
      self.type = type
      self.configuration = configuration
      self.connections = connections
    }
  }

  /// The first node is the entry. Page children are given by key and type.
  static func journey(
    _ name: String, _ nodes: [Node], children: [(key: String, type: String, configuration: JSON.Object)] = [],
    settings: JSON.Object = [:], entry extra: JSON.Object = [:]
  ) -> JSON {
    .object(["trees": .object([name: .object(tree(name, nodes, children: children, settings: settings, entry: extra))])]
    )
  }

  static func tree(
    _ name: String, _ nodes: [Node], children: [(key: String, type: String, configuration: JSON.Object)] = [],
    settings: JSON.Object = [:], entry extra: JSON.Object = [:]
  ) -> JSON.Object {
    var graph = JSON.Object()
    var configurations = JSON.Object()
    for node in nodes {
      graph[node.key] = [
        "nodeType": .string(node.type), "displayName": .string(node.key),
        "connections": .object(JSON.Object(node.connections.map { .init(name: $0.0, value: .string($0.1)) })),
      ]
      configurations[node.key] = .object(node.configuration)
    }
    var inner = JSON.Object()
    for child in children { inner[child.key] = .object(child.configuration) }
    var tree: JSON.Object = [
      "_id": .string(name), "entryNodeId": .string(nodes.first?.key ?? ""), "nodes": .object(graph),
    ]
    for member in settings.members { tree[member.name] = member.value }
    var entry: JSON.Object = ["tree": .object(tree), "nodes": .object(configurations), "innerNodes": .object(inner)]
    for member in extra.members { entry[member.name] = member.value }
    return entry
  }

  static func page(
    _ key: String, _ children: [(key: String, type: String)], _ connections: [(String, String)],
    _ more: JSON.Object = [:]
  ) -> Node {
    var configuration: JSON.Object = [
      "nodes": .array(
        children.map { ["_id": .string($0.key), "nodeType": .string($0.type), "displayName": .string($0.key)] })
    ]
    for member in more.members { configuration[member.name] = member.value }
    return Node(key, "PageNode", configuration, connections)
  }

  /// Name and password on a page, and what comes after the right ones.
  static func login(_ name: String, then nodes: [Node], first: String, entry: JSON.Object = [:]) -> JSON {
    let sign = page(
      "page", [("name", "UsernameCollectorNode"), ("password", "PasswordCollectorNode")], [("outcome", "check")])
    let check = Node("check", "DataStoreDecisionNode", [:], [("true", first), ("false", failure)])
    return journey(
      name, [sign, check] + nodes,
      children: [("name", "UsernameCollectorNode", [:]), ("password", "PasswordCollectorNode", [:])], entry: entry)
  }
}
