import Foundation
import JSON
import Testing

@testable import JourneySandbox

/// Exports of every form, and what is told of them.
struct ExportTests {
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
      let node = try ExportMaker.load(.object(form)).sets["/"]?.journey("One")?.nodes["page"]
      #expect(node?.behaviour is PageNode)
    }
  }

  @Test func `a full configuration brings journeys to their realm alone`() throws {
    let tree = ExportMaker.tree("Here", [.init("a", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])])
    let library = try ExportMaker.load(["global": [:], "realm": ["alpha": ["trees": ["Here": .object(tree)]]]])
    #expect(library.sets["/alpha"]?.journey("Here") != nil)
    #expect(library.sets["/"]?.journey("Here") == nil)
  }

  @Test func `a realm that the sandbox does not have gives its journeys to all, and a realm's own wins`() throws {
    func tree(_ node: String) -> JSON {
      .object(ExportMaker.tree("Here", [.init(node, "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])]))
    }
    let library = try ExportMaker.load([
      "realm": ["alpha": ["trees": ["Here": tree("own")]], "bravo": ["trees": ["Here": tree("other")]]]
    ])
    #expect(library.sets["/alpha"]?.journey("Here")?.nodes["own"] != nil)
    #expect(library.sets["/"]?.journey("Here")?.nodes["other"] != nil)
    #expect(library.notes == ["Here is of the realm /bravo, which is not here: it is in all realms"])
  }

  @Test func `a tree without nodes fails, and one that runs a journey that is not there is told`() async throws {
    let empty: JSON = ["trees": ["None": ["tree": ["_id": "None", "entryNodeId": "", "nodes": [:]], "nodes": [:]]]]
    #expect(try ExportMaker.load(empty).notes == ["None has no node yet: it always fails"])
    #expect(await (try Desk(journey: empty)).start("None").status == 401)
    let outer = ExportMaker.journey(
      "Outside",
      [.init("in", "InnerTreeEvaluatorNode", ["tree": "Gone"], [("true", ExportMaker.success)])])
    #expect(try ExportMaker.load(outer).notes == ["Outside runs the journey Gone, which is not here"])
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
      try ExportMaker.load(export).notes == [
        "Odd, PollingWaitNode a: secondsToWait is no number of 32 bits, and counts as absent",
        "Odd, PollingWaitNode a: there is no value for &{esv.none}",
      ])
  }

  @Test func `a node whose configuration a script makes has the outcomes of what it imitates, and one more`()
    async throws
  {
    func export(_ outcome: String) -> JSON {
      ExportMaker.journey(
        "Made",
        [
          .init(
            "a", "ConfigProviderNode", ["nodeType": "RetryLimitDecisionNode", "script": "[Empty]"],
            [("Retry", "b"), ("CONFIGURATION_FAILED", ExportMaker.failure), (outcome, ExportMaker.failure)]),
          .init("b", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)]),
        ])
    }
    let error = try ExportMaker.refusal(export("true"))
    #expect(error.message == "it has no outcome true; it has CONFIGURATION_FAILED, Reject, Retry")
    let desk = try Desk(journey: export("Reject"))
    #expect(try await desk.start("Made").types() == ["NameCallback"])
    _ = await desk.control("POST", "/outcomes", ["type": "ConfigProviderNode", "outcome": "CONFIGURATION_FAILED"])
    #expect(await desk.start("Made").status == 401)
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
    let notes = try ExportMaker.load(export).notes
    for name in ["secondsToWait", "timeout", "idleTimeout"] {
      #expect(notes.contains { $0.hasSuffix("\(name) is no number of 32 bits, and counts as absent") }, "\(name)")
    }
    #expect(try await (try Desk(journey: export)).start("Large").types() == ["PollingWaitCallback"])
  }

  @Test func `a page without nodes is passed by`() async throws {
    let export = ExportMaker.journey(
      "Empty", [ExportMaker.page("page", [], [("outcome", ExportMaker.success)])], settings: ["noSession": true])
    #expect(await (try Desk(journey: export)).start("Empty").status == 200)
  }

  @Test(arguments: [("/", "/"), ("root", "/"), ("root-alpha", "/alpha"), ("/alpha", "/alpha"), ("alpha", "/alpha")])
  func `the realms of a full configuration are known in each spelling`(name: String, realm: String) throws {
    let tree = ExportMaker.tree("Here", [.init("a", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])])
    let library = try ExportMaker.load(["realm": .object([name: ["trees": ["Here": .object(tree)]]])])
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
    #expect(try ExportMaker.refusal(export("pick-c")).message == "it has no outcome pick-c; it has pick-a, pick-b")
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

  @Test func `what a folder holds twice, or cannot use, is said`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let export = ExportMaker.journey(
      "Same", [.init("a", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)])])
    for name in ["one.json", "two.json"] { try Data(export.bytes()).write(to: folder.appending(path: name)) }
    try Data(#"{"x":1}"#.utf8).write(to: folder.appending(path: "index.json"))
    let path = folder.path
    #expect(
      try JourneyLibrary(realms: ["/"], paths: [path]).notes == [
        "1 journey from \(path); no journey exports: index.json",
        "Same is in \(path)/one.json, \(path)/two.json: the last one counts",
      ])
  }

  @Test func `a node type that there is not is a stub that is named`() throws {
    let export = ExportMaker.journey(
      "Odd", [.init("a", "designer-x", ["_outcomes": [["id": "no"], ["id": "true"]]], [("true", ExportMaker.success)])])
    let library = try ExportMaker.load(export)
    #expect(library.notes.first == "stub designer-x in Odd")
    #expect((library.sets["/"]?.journey("Odd")?.nodes["a"]?.behaviour as? StubNode)?.standardOutcome == "true")
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
    ("", ""), ("&", "&"), ("a&{", "a&{"), ("a&{b", "a&{b"), ("&{}", "&{}"), ("&&{a}", "&x"), ("&{a}&{a}", "xx"),
    ("&{a|y|z}", "x"), ("&{b|y|z}", "y|z"), ("&{b|}", ""), ("&{a} & &{c", "x & &{c"), ("{a}", "{a}"), ("ä&{a}ü", "äxü"),
    ("&{a}\u{301}", "x\u{301}"),
  ])
  func `a placeholder is what stands between its braces, whatever is around it`(_ text: String, _ expected: String) {
    #expect(Placeholders(["a": ["value": "x"]]).resolved(.string(text)) == .string(expected))
  }

  @Test func `the placeholders that are left are told once`() {
    #expect(Placeholders.open(in: ["a": "&{b} &{c", "d": ["&{b}", ["e": "&{f|g}&"]]]) == ["&{b}", "&{f|g}"])
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

  @Test func `a node without its configuration, or with that of another type, is told`() throws {
    var entry = ExportMaker.tree(
      "Bare",
      [
        ExportMaker.page("page", [("name", "UsernameCollectorNode")], [("outcome", "a")]),
        .init("a", "MessageNode", ["_type": ["_id": "ChoiceCollectorNode"]], [("true", ExportMaker.success)]),
      ], settings: ["treeTimeout": "abc"])
    entry["innerNodes"] = [:]
    #expect(
      try ExportMaker.load(["trees": ["Bare": .object(entry)]]).notes == [
        "Bare: its treeTimeout is no number of minutes, and counts as absent",
        "Bare, MessageNode a: its configuration is one of a ChoiceCollectorNode",
        "Bare, UsernameCollectorNode name: its configuration is not in the export; the standard one counts",
      ])
  }
}
