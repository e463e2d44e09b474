import Foundation
import JSON
import Testing

@testable import JourneySandbox

struct ExportTests {
  func load(_ document: JSON) throws -> JourneyLibrary {
    var library: JourneyLibrary?
    try TemporaryFile.with(document.text()) { library = try JourneyLibrary(realms: ["/", "/alpha"], paths: [$0]) }
    return try #require(library)
  }

  func refusal(_ document: JSON) throws -> SandboxError {
    var refusal: SandboxError?
    try TemporaryFile.with(document.text()) { path in
      refusal = #expect(throws: SandboxError.self) { try JourneyLibrary(realms: ["/"], paths: [path]) }
      #expect(refusal?.file == path)
    }
    return try #require(refusal)
  }

  @Test func `a connection to a node that is not there names file, journey and node`() throws {
    let error = try refusal(ExportMaker.journey("Bad", [.init("a", "SetStateNode", [:], [("outcome", "nowhere")])]))
    #expect(error.journey == "Bad")
    #expect(error.node == "SetStateNode a")
    #expect(error.message.contains("nowhere"))
  }

  @Test func `a loop that never stops is refused, one with a step is not`() throws {
    let loop: [ExportMaker.Node] = [
      .init("a", "SetStateNode", [:], [("outcome", "b")]), .init("b", "ModifyAuthLevelNode", [:], [("outcome", "a")]),
    ]
    #expect(try refusal(ExportMaker.journey("Loop", loop)).message == "it is in a loop that has no step")
    let step: [ExportMaker.Node] = [
      .init("a", "SetStateNode", [:], [("outcome", "b")]), .init("b", "UsernameCollectorNode", [:], [("outcome", "a")]),
    ]
    #expect(try load(ExportMaker.journey("Fine", step)).sets["/"]?.journey("Fine") != nil)
  }

  @Test func `an entry node that is missing is refused`() throws {
    let export: JSON = ["trees": ["Bad": ["tree": ["_id": "Bad", "entryNodeId": "x", "nodes": [:]], "nodes": [:]]]]
    #expect(try refusal(export).journey == "Bad")
  }

  @Test func `a file that is no export is refused`() throws {
    #expect(try refusal(["users": []]).message == "is no journey export")
  }

  @Test func `the single form, the form of AM-treetool and the list form are read`() throws {
    let entry = ExportMaker.tree(
      "One",
      [
        ExportMaker.page(
          "page", [("name", "UsernameCollectorNode")], [("outcome", ExportMaker.success)], ["stage": "s"])
      ],
      children: [("name", "UsernameCollectorNode", [:])])
    var treetool = entry
    treetool["innernodes"] = treetool["innerNodes"]
    treetool["innerNodes"] = nil
    treetool["origin"] = "0123"
    var list = entry
    let page = entry["nodes"]?["page"] ?? .null
    list["nodes"] = [
      ["_id": "page", "nodeType": "PageNode", "details": page],
      ["_id": "name", "nodeType": "UsernameCollectorNode", "details": [:]],
    ]
    list["innerNodes"] = nil
    for form in [entry, treetool, list] {
      let node = try load(.object(form)).sets["/"]?.journey("One")?.nodes["page"]
      #expect(node?.behaviour is PageNode)
    }
  }

  @Test func `a full configuration brings journeys to their realm alone`() throws {
    let tree = ExportMaker.tree("Here", [.init("a", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])])
    let library = try load(["global": [:], "realm": ["alpha": ["trees": ["Here": .object(tree)]]]])
    #expect(library.sets["/alpha"]?.journey("Here") != nil)
    #expect(library.sets["/"]?.journey("Here") == nil)
  }

  @Test func `a realm that the sandbox does not have gives its journeys to all, and a realm's own wins`() throws {
    func tree(_ node: String) -> JSON {
      .object(ExportMaker.tree("Here", [.init(node, "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])]))
    }
    let library = try load([
      "realm": ["alpha": ["trees": ["Here": tree("own")]], "bravo": ["trees": ["Here": tree("other")]]]
    ])
    #expect(library.sets["/alpha"]?.journey("Here")?.nodes["own"] != nil)
    #expect(library.sets["/"]?.journey("Here")?.nodes["other"] != nil)
    #expect(library.notes == ["Here is of the realm /bravo, which is not here: it is in all realms"])
  }

  @Test func `a tree without nodes fails, and one that runs a journey that is not there is told`() async throws {
    let empty: JSON = ["trees": ["None": ["tree": ["_id": "None", "entryNodeId": "", "nodes": [:]], "nodes": [:]]]]
    #expect(try load(empty).notes == ["None has no node yet: it always fails"])
    #expect(await (try Desk(journey: empty)).start("None").status == 401)
    let outer = ExportMaker.journey(
      "Outside",
      [.init("in", "InnerTreeEvaluatorNode", ["tree": "Gone"], [("true", ExportMaker.success)])])
    #expect(try load(outer).notes == ["Outside runs the journey Gone, which is not here"])
  }

  @Test func `what is odd about a node and keeps it running is told`() throws {
    let export = ExportMaker.journey(
      "Odd",
      [
        .init(
          "a", "PollingWaitNode", ["secondsToWait": "soon", "waitingMessage": ["en": "&{esv.none} &{esv.other|x}"]],
          [("DONE", ExportMaker.success)])
      ])
    #expect(
      try load(export).notes == [
        "Odd, PollingWaitNode a: secondsToWait is no number of 32 bits, and counts as absent",
        "Odd, PollingWaitNode a: there is no value for &{esv.none}",
      ])
  }

  @Test func `a number that a server could not hold is told, and nothing is reckoned with it`() async throws {
    let large: JSON = 4_611_686_018_427_387_904
    let export = ExportMaker.journey(
      "Large",
      [
        .init("wait", "PollingWaitNode", ["secondsToWait": large], [("DONE", "key")]),
        .init("key", "WebAuthnRegistrationNode", ["timeout": large], [("success", ExportMaker.success)]),
        .init("age", "PersistentCookieDecisionNode", ["idleTimeout": .number(.init(Int.min))], []),
      ])
    let notes = try load(export).notes
    for name in ["secondsToWait", "timeout", "idleTimeout"] {
      #expect(notes.contains { $0.hasSuffix("\(name) is no number of 32 bits, and counts as absent") }, "\(name)")
    }
    #expect(try await (try Desk(journey: export)).start("Large").types() == ["PollingWaitCallback"])
  }

  @Test func `journeys that run each other before there is a step are refused`() throws {
    func tree(_ name: String, _ inner: String, before: [ExportMaker.Node] = []) -> JSON.Object.Member {
      let node = ExportMaker.Node(
        "in", "InnerTreeEvaluatorNode", ["tree": .string(inner)], [("true", ExportMaker.success)])
      return .init(name: name, value: .object(ExportMaker.tree(name, before + [node])))
    }
    func export(_ trees: JSON.Object.Member...) -> JSON { ["trees": .object(JSON.Object(trees))] }
    let pass = ExportMaker.Node("pass", "SetStateNode", [:], [("outcome", "in")])
    let error = try refusal(export(tree("A", "B"), tree("B", "C", before: [pass]), tree("C", "B")))
    #expect(error.message == "it runs its own journey, by way of C, before there is a step")
    #expect(error.journey == "B")
    #expect(error.node == "InnerTreeEvaluatorNode in")
    let step = ExportMaker.Node("ask", "UsernameCollectorNode", [:], [("outcome", "in")])
    #expect(throws: Never.self) { try load(export(tree("A", "B"), tree("B", "A", before: [step]))) }
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
    let error = try refusal(["trees": ["Bad": ["tree": .object(tree), "nodes": [:]]]])
    #expect(error.message == message)
    #expect(error.journey == "Bad")
  }

  @Test
  func `a page or a journey on a page, a journey that begins with itself, and one that is there twice are refused`()
    throws
  {
    for type in ["PageNode", "InnerTreeEvaluatorNode"] {
      let page = ExportMaker.page("page", [("in", type)], [("outcome", ExportMaker.success)])
      let error = try refusal(ExportMaker.journey("Bad", [page], children: [("in", type, [:])]))
      #expect(error.message == "a \(type) cannot stand on it")
      #expect(error.node == "PageNode page")
    }
    let own = ExportMaker.Node("in", "InnerTreeEvaluatorNode", ["tree": "Own"], [("true", ExportMaker.success)])
    #expect(try refusal(ExportMaker.journey("Own", [own])).message == "it runs its own journey before there is a step")
    let tree = JSON.object(ExportMaker.tree("T", [.init("a", "UsernameCollectorNode", [:], [])]))
    let twice = JSON.object([
      "trees": .object(JSON.Object([.init(name: "T", value: tree), .init(name: "T", value: tree)]))
    ])
    #expect(try refusal(twice).message == "it is there twice")
  }

  @Test func `a page without nodes is passed by`() async throws {
    let export = ExportMaker.journey(
      "Empty", [ExportMaker.page("page", [], [("outcome", ExportMaker.success)])], settings: ["noSession": true])
    #expect(await (try Desk(journey: export)).start("Empty").status == 200)
  }

  @Test(arguments: [("/", "/"), ("root", "/"), ("root-alpha", "/alpha"), ("/alpha", "/alpha"), ("alpha", "/alpha")])
  func `the realms of a full configuration are known in each spelling`(name: String, realm: String) throws {
    let tree = ExportMaker.tree("Here", [.init("a", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])])
    let library = try load(["realm": .object([name: ["trees": ["Here": .object(tree)]]])])
    #expect(library.sets.filter { $0.value.journey("Here") != nil }.map(\.key) == [realm])
  }

  @Test func `a journey may begin with its end`() async throws {
    for (end, status) in [(ExportMaker.failure, 401), (ExportMaker.success, 200)] {
      let export: JSON = [
        "trees": [
          "End": ["tree": ["_id": "End", "entryNodeId": .string(end), "nodes": [:], "noSession": true], "nodes": [:]]
        ]
      ]
      #expect(await (try Desk(journey: export)).start("End").status == status)
    }
  }

  @Test func `a page of version 2 has the id of its last node before its outcomes`() async throws {
    let children: [(key: String, type: String, configuration: JSON.Object)] = [
      ("name", "UsernameCollectorNode", [:]), ("pick", "ChoiceCollectorNode", ["choices": ["a", "b"]]),
    ]
    func export(_ outcome: String) -> JSON {
      ExportMaker.journey(
        "Two",
        [
          ExportMaker.page(
            "page", children.map { ($0.key, $0.type) },
            [("pick-a", ExportMaker.success), (outcome, ExportMaker.failure)])
        ], children: children)
    }
    let desk = try Desk(journey: export("pick-b"))
    #expect(await desk.answer(try await desk.start("Two").json(), "demo", 0).status == 200)
    #expect(await desk.answer(try await desk.start("Two").json(), "demo", 1).status == 401)
    #expect(try refusal(export("pick-c")).message == "it has no outcome pick-c; it has pick-a, pick-b")
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
      #expect(try refusal(export).message == "it is in a loop that has no step")
    } else {
      #expect(throws: Never.self) { try load(export) }
    }
  }

  @Test func `a folder of single files is read, whatever the folder is called`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let realm = folder.appending(path: "nodes/realms/alpha/journeys/Split")
    try FileManager.default.createDirectory(at: realm.appending(path: "nodes"), withIntermediateDirectories: true)
    func write(_ json: JSON, _ name: String) throws {
      try Data([0xEF, 0xBB, 0xBF] + json.bytes()).write(to: realm.appending(path: name))
    }
    try write(
      [
        "_id": "Split", "entryNodeId": "a",
        "nodes": ["a": ["nodeType": "ChoiceCollectorNode", "connections": ["x": .string(ExportMaker.success)]]],
      ], "Split.json")
    try write(["_id": "a", "_type": ["_id": "ChoiceCollectorNode"], "choices": ["x", "y"]], "nodes/Pick - a.json")
    let library = try JourneyLibrary(realms: ["/", "/alpha"], paths: [folder.appending(path: "nodes").path])
    #expect(library.sets["/alpha"]?.journey("Split") != nil)
    #expect(library.sets["/"]?.journey("Split") == nil)
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
      #expect(try refusal(export).message.hasPrefix("it has no outcome \(outcome); it has "))
    } else {
      #expect(throws: Never.self) { try load(export) }
    }
  }

  @Test(arguments: [
    ("DataStoreDecisionNode", "maybe"), ("UsernameCollectorNode", "true"), ("CreateObjectNode", "created"),
    ("InnerTreeEvaluatorNode", "outcome"),
  ])
  func `a connection that the node never takes is an error with its place`(type: String, outcome: String) throws {
    let export = ExportMaker.journey("Odd", [.init("a", type, ["tree": "Login"], [(outcome, ExportMaker.success)])])
    let error = #expect(throws: SandboxError.self) { try load(export) }
    #expect(error?.journey == "Odd")
    #expect(error?.node == "\(type) a")
    #expect(error?.message.hasPrefix("it has no outcome \(outcome)") == true)
  }

  @Test func `a node type that there is not is a stub that is named`() throws {
    let export = ExportMaker.journey(
      "Odd", [.init("a", "designer-x", ["_outcomes": [["id": "no"], ["id": "true"]]], [("true", ExportMaker.success)])])
    let library = try load(export)
    #expect(library.notes == ["stub designer-x in Odd"])
    #expect((library.sets["/"]?.journey("Odd")?.nodes["a"]?.behaviour as? StubNode)?.outcome == "true")
  }

  @Test func `placeholders take the values of the export, else their defaults`() {
    let placeholders = Placeholders(["esv-a-b": ["valueBase64": "eA=="]])
    let document: JSON = [
      "one": "<&{esv.a.b}>", "two": "&{esv.none|y}", "three": "&{esv.none}", "four": ["$int": "&{esv.n|5}"],
    ]
    let resolved = placeholders.resolved(document)
    #expect(resolved.text() == #"{"one":"<x>","two":"y","three":"&{esv.none}","four":5}"#)
  }

  @Test(arguments: [
    ("/mail pr", true), ("/age ge 18 and !(/sn eq \"Doe\")", true), ("/sn sw 'Sm' or false", true),
    ("/prefs/a eq true", false),
    ("!(/mail pr)", false),
  ])
  func `query filters are read with their brackets and pointers`(filter: String, fits: Bool) throws {
    let object: JSON.Object = ["mail": "a@b.c", "age": 20, "sn": "Smith", "prefs": ["a": false]]
    #expect(try QueryFilter(filter).fits { object.value(at: $0) } == fits)
  }

  @Test(arguments: ["/a eq", "(/a pr", "/a is 1", "'x"])
  func `a bad query filter is refused`(filter: String) {
    #expect(throws: NodeFailure.self) { try QueryFilter(filter) }
  }
}
