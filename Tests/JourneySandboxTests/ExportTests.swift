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
