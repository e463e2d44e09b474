import JSON
import Testing

@testable import JourneySandbox

/// Nodes that the sandbox only stands in for, and what somebody chooses for them.
struct StandinTests {
  private static let outcomes: JSON.Object = ["_outcomes": [["id": "true"], ["id": "no"]]]

  /// Two stubs, one after the other: `no` at both ends in a step.
  private static let export = ExportMaker.journey(
    "Odd",
    [
      .init("first", "designer-x", outcomes, [("true", ExportMaker.failure), ("no", "second")]),
      .init("second", "designer-x", outcomes, [("true", ExportMaker.failure), ("no", "ask")]),
      .init("ask", "UsernameCollectorNode", [:], [("outcome", ExportMaker.success)]),
    ])

  @Test func `an outcome can be chosen for a type, and a narrower choice goes before`() async throws {
    let desk = try Desk(journey: Self.export)
    #expect(await desk.start("Odd").status == 401)
    #expect(await desk.control("POST", "/outcomes", ["type": "designer-x", "outcome": "no"]).status == 200)
    #expect(try await desk.start("Odd").types() == ["NameCallback"])
    #expect(
      await desk.control("POST", "/outcomes", ["type": "designer-x", "outcome": "true", "journey": "Odd"]).status == 200
    )
    #expect(await desk.start("Odd").status == 401)
    for node in ["first", "second"] {
      #expect(await desk.control("POST", "/outcomes", ["node": .string(node), "outcome": "no"]).status == 200)
    }
    #expect(try await desk.start("Odd").types() == ["NameCallback"])
    #expect(await desk.control("POST", "/outcomes", ["type": "designer-x", "outcome": "true"]).status == 200)
    #expect(try await desk.start("Odd").types() == ["NameCallback"])
    #expect(await desk.control("DELETE", "/outcomes").status == 200)
    #expect(await desk.start("Odd").status == 401)
  }

  @Test(arguments: [
    #"{"type":"x"}"#, #"{"outcome":"no"}"#, #"{"type":"designer-x","outcome":1}"#, "[]",
    #"{"type":"designer-x","outcome":"no","nods":"first"}"#, #"{"type":"designer-y","outcome":"no"}"#,
    #"{"type":"designer-x","outcome":"maybe"}"#, #"{"node":"third","outcome":"no"}"#,
    #"{"node":"first","outcome":"no","journey":"Even"}"#,
  ])
  func `a choice that can never count is refused and changes nothing`(body: String) async throws {
    let desk = try Desk(journey: Self.export)
    #expect(await desk.control("POST", "/outcomes", try JSON(parsing: Array(body.utf8))).status == 400)
    #expect(try await desk.control("GET", "/outcomes").json() == [])
    #expect(await desk.start("Odd").status == 401)
  }

  @Test func `the journeys are told with their realms, and what each stand-in comes to`() async throws {
    let desk = try Desk(journey: Self.export)
    _ = await desk.control("POST", "/outcomes", ["node": "second", "outcome": "no"])
    let list = try await desk.control("GET", "/journeys").json().array ?? []
    let odd = try #require(list.first { $0["name"]?.string == "Odd" })
    #expect(odd["realms"] == ["/", "/alpha"])
    #expect(odd["file"]?.string?.isEmpty == false)
    #expect(odd["standins"]?.array?.map { $0["displayName"]?.string } == ["first", "second"])
    #expect(odd["standins"]?.array?.map { $0["outcome"]?.string } == ["true", "no"])
    #expect(odd["standins"]?[0]?["outcomes"] == ["no", "true"])
    let login = try #require(list.first { $0["name"]?.string == "Login" })
    #expect(login["file"]?.string == "built-in Login")
    #expect(login["standins"] == [])
  }

  @Test func `a node on a page is chosen by its name, and the client's own errors cannot be`() async throws {
    let page = ExportMaker.page("page", [("risk", "PingOneProtectEvaluationNode")], [("high", ExportMaker.failure)])
    let export = ExportMaker.journey("Risk", [page], children: [("risk", "PingOneProtectEvaluationNode", [:])])
    let desk = try Desk(journey: export)
    #expect(await desk.control("POST", "/outcomes", ["node": "risk", "outcome": "clientError"]).status == 400)
    #expect(await desk.control("POST", "/outcomes", ["node": "risk", "outcome": "high"]).status == 200)
  }

  @Test func `a file of switches may choose, and a reset goes back to that`() async throws {
    var made: Desk?
    try TemporaryFile.with(Self.export.text()) { journeys in
      try TemporaryFile.with(#"{"outcomes":[{"type":"designer-x","outcome":"no"}]}"#) { switches in
        made = try Desk {
          $0.journeyFiles = [journeys]
          $0.switchesFile = switches
        }
      }
    }
    let desk = try #require(made)
    #expect(try await desk.start("Odd").types() == ["NameCallback"])
    _ = await desk.control("POST", "/outcomes", ["node": "second", "outcome": "true"])
    #expect(await desk.start("Odd").status == 401)
    _ = await desk.control("POST", "/reset")
    #expect(try await desk.start("Odd").types() == ["NameCallback"])
  }
}
