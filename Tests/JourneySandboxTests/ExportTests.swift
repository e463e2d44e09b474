import JSON
import Testing

@testable import JourneySandbox

struct ExportTests {
  @Test func `a connection to a node that is not there names file, journey and node`() throws {
    let export = ExportMaker.journey("Bad", [.init("a", "SetStateNode", [:], [("outcome", "nowhere")])])
    try TemporaryFile.with(export.text()) { path in
      let error = #expect(throws: SandboxError.self) { try JourneyLibrary(realms: ["/"], paths: [path]) }
      #expect(error?.file == path)
      #expect(error?.journey == "Bad")
      #expect(error?.node == "SetStateNode a")
    }
  }
}
