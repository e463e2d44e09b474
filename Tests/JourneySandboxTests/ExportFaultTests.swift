import JSON
import Testing

@testable import JourneySandbox

/// Exports that are refused, with their place.
struct ExportFaultTests {
  @Test func `a connection to a node that is not there names file, journey and node`() throws {
    let error = try ExportMaker.refusal(
      ExportMaker.journey("Bad", [.init("a", "SetStateNode", [:], [("outcome", "nowhere")])]))
    #expect(error.journey == "Bad")
    #expect(error.node == "SetStateNode a")
    #expect(error.message.contains("nowhere"))
  }

  @Test func `a loop that never stops is refused, one with a step is not`() throws {
    let loop: [ExportMaker.Node] = [
      .init("a", "SetStateNode", [:], [("outcome", "b")]), .init("b", "ModifyAuthLevelNode", [:], [("outcome", "a")]),
    ]
    #expect(try ExportMaker.refusal(ExportMaker.journey("Loop", loop)).message == "it is in a loop that has no step")
    let step: [ExportMaker.Node] = [
      .init("a", "SetStateNode", [:], [("outcome", "b")]), .init("b", "UsernameCollectorNode", [:], [("outcome", "a")]),
    ]
    #expect(try ExportMaker.load(ExportMaker.journey("Fine", step)).sets["/"]?.journey("Fine") != nil)
  }

  @Test func `an entry node that is missing is refused`() throws {
    let export: JSON = ["trees": ["Bad": ["tree": ["_id": "Bad", "entryNodeId": "x", "nodes": [:]], "nodes": [:]]]]
    #expect(try ExportMaker.refusal(export).journey == "Bad")
  }

  @Test func `a file that is no export is refused`() throws {
    #expect(try ExportMaker.refusal(["users": []]).message == "is no journey export")
  }

  @Test func `journeys that run each other before there is a step are refused`() throws {
    func tree(_ name: String, _ inner: String, before: [ExportMaker.Node] = []) -> JSON.Object.Member {
      let node = ExportMaker.Node(
        "in", "InnerTreeEvaluatorNode", ["tree": .string(inner)], [("true", ExportMaker.success)])
      return .init(name: name, value: .object(ExportMaker.tree(name, before + [node])))
    }
    func export(_ trees: JSON.Object.Member...) -> JSON { ["trees": .object(JSON.Object(trees))] }
    let pass = ExportMaker.Node("pass", "SetStateNode", [:], [("outcome", "in")])
    let error = try ExportMaker.refusal(export(tree("A", "B"), tree("B", "C", before: [pass]), tree("C", "B")))
    #expect(error.message == "it runs its own journey, by way of C, before there is a step")
    #expect(error.journey == "B")
    #expect(error.node == "InnerTreeEvaluatorNode in")
    let step = ExportMaker.Node("ask", "UsernameCollectorNode", [:], [("outcome", "in")])
    #expect(throws: Never.self) { try ExportMaker.load(export(tree("A", "B"), tree("B", "A", before: [step]))) }
  }

  @Test(.timeLimit(.minutes(1))) func `a long way without a step is no loop, and is looked through in a moment`() throws
  {
    let last = 20_000
    let nodes = (0...last).map { number in
      ExportMaker.Node(
        "n\(number)", "ModifyAuthLevelNode", [:],
        [("outcome", number == last ? ExportMaker.success : "n\(number + 1)")])
    }
    let graph = Dictionary(uniqueKeysWithValues: nodes.map { ($0.key, Set($0.connections.map(\.1))) })
    #expect(JourneyLoops.loop(in: graph) == nil)
    var withLoop = graph
    withLoop["n\(last)"] = ["n\(last - 2)"]
    #expect(JourneyLoops.loop(in: withLoop).map(Set.init) == ["n\(last)", "n\(last - 1)", "n\(last - 2)"])
  }

  static let malformed: [(JSON.Object, JSON, String)] = [
    ([:], ["nodeType": "SetStateNode", "connections": []], "it has no object \"connections\""),
    ([:], ["nodeType": "SetStateNode"], "it has no object \"connections\""),
    (
      [:], ["nodeType": "SetStateNode", "connections": ["outcome": 5]],
      "its outcome outcome leads to 5, which is no text"
    ),
    ([:], ["nodeType": 5, "connections": [:]], "its \"nodeType\" is no text"),
    (
      ["enabled": "yes"], ["nodeType": "SetStateNode", "connections": [:]], "its \"enabled\" is neither true nor false"
    ),
  ]

  @Test(arguments: malformed)
  func `a tree or a node of another form is an error with its place`(
    flags: JSON.Object, node: JSON, message: String
  ) throws {
    var tree: JSON.Object = ["_id": "Bad", "entryNodeId": "a", "nodes": ["a": node]]
    for flag in flags.members { tree[flag.name] = flag.value }
    let error = try ExportMaker.refusal(["trees": ["Bad": ["tree": .object(tree), "nodes": [:]]]])
    #expect(error.message == message)
    #expect(error.journey == "Bad")
  }

  @Test
  func `a page or a journey on a page, a journey that begins with itself, and one that is there twice are refused`()
    throws
  {
    for type in ["PageNode", "InnerTreeEvaluatorNode"] {
      let page = ExportMaker.page("page", [("in", type)], [("outcome", ExportMaker.success)])
      let error = try ExportMaker.refusal(ExportMaker.journey("Bad", [page], children: [("in", type, [:])]))
      #expect(error.message == "a \(type) cannot stand on it")
      #expect(error.node == "PageNode page")
    }
    let own = ExportMaker.Node("in", "InnerTreeEvaluatorNode", ["tree": "Own"], [("true", ExportMaker.success)])
    #expect(
      try ExportMaker.refusal(ExportMaker.journey("Own", [own])).message
        == "it runs its own journey before there is a step")
    let tree = JSON.object(ExportMaker.tree("T", [.init("a", "UsernameCollectorNode", [:], [])]))
    let twice = JSON.object([
      "trees": .object(JSON.Object([.init(name: "T", value: tree), .init(name: "T", value: tree)]))
    ])
    #expect(try ExportMaker.refusal(twice).message == "it is there twice")
  }

  @Test(arguments: [
    ("DataStoreDecisionNode", "AttributeValueDecisionNode", true),
    ("DataStoreDecisionNode", "DataStoreDecisionNode", true),
    ("DataStoreDecisionNode", "RetryLimitDecisionNode", false),
    ("LoginCountDecisionNode", "IncrementLoginCountNode", false),
  ])
  func `nodes that decide the same each time round are no way out of a loop`(
    one: String, other: String, isEndless: Bool
  ) throws {
    let back = ["RetryLimitDecisionNode": "Retry", "IncrementLoginCountNode": "outcome"][other] ?? "false"
    let export = ExportMaker.journey(
      "Loop",
      [
        .init("a", one, [:], [("true", ExportMaker.success), ("false", "b")]),
        .init("b", other, [:], [(back, "a")]),
      ])
    if isEndless {
      #expect(try ExportMaker.refusal(export).message == "it is in a loop that has no step")
    } else {
      #expect(throws: Never.self) { try ExportMaker.load(export) }
    }
  }

  @Test(arguments: [
    ("ChoiceCollectorNode", "blue", true), ("PollingWaitNode", "EXITED", true), ("PollingWaitNode", "DONE", false),
    ("WebAuthnAuthenticationNode", "recoveryCode", true), ("DeviceBindingNode", "Custom", true),
    ("product-Saml2Node", "true", true), ("designer-0123", "anything", false),
  ])
  func `outcomes that the configuration decides are held to it`(type: String, outcome: String, isOdd: Bool) throws {
    let export = ExportMaker.journey(
      "Odd", [.init("a", type, ["choices": ["red"]], [(outcome, ExportMaker.success)])])
    if isOdd {
      #expect(try ExportMaker.refusal(export).message.hasPrefix("it has no outcome \(outcome); it has "))
    } else {
      #expect(throws: Never.self) { try ExportMaker.load(export) }
    }
  }

  @Test(arguments: [
    ("DataStoreDecisionNode", "maybe"), ("UsernameCollectorNode", "true"), ("CreateObjectNode", "created"),
    ("InnerTreeEvaluatorNode", "outcome"),
  ])
  func `a connection that the node never takes is an error with its place`(type: String, outcome: String) throws {
    let export = ExportMaker.journey("Odd", [.init("a", type, ["tree": "Login"], [(outcome, ExportMaker.success)])])
    let error = #expect(throws: SandboxError.self) { try ExportMaker.load(export) }
    #expect(error?.journey == "Odd")
    #expect(error?.node == "\(type) a")
    #expect(error?.message.hasPrefix("it has no outcome \(outcome)") == true)
  }

  @Test(arguments: ["/a eq", "(/a pr", "/a is 1", "'x"])
  func `a bad query filter is refused`(filter: String) {
    #expect(throws: NodeFailure.self) { try QueryFilter(filter) }
  }
}
