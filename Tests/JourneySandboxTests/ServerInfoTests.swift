import JSON
import Testing

@testable import JourneySandbox

/// `serverinfo` (am-protocol 1.1, 1.5, 1.8).
struct ServerInfoTests {
  @Test func `the version has one version of its own, is never stored and is told to sessions`() async throws {
    let desk = try Desk()
    let session: HeaderList = [("iPlanetDirectoryPro", try await desk.session())]
    for headers in [session, session + [("Accept-API-Version", "resource=1.0")]] {
      let reply = await desk.send("GET", "/json/serverinfo/version", headers: headers)
      #expect(reply.header("Content-API-Version") == "resource=1.0")
      #expect(reply.header("Cache-Control") == "no-store")
      #expect(try reply.json()["version"]?.string == "8.0.1")
    }
    let newer = session + [("Accept-API-Version", "resource=1.1")]
    #expect(await desk.send("GET", "/json/serverinfo/version", headers: newer).status == 404)
    #expect(await desk.send("GET", "/json/serverinfo/version").status == 401)
  }

  @Test(arguments: [
    (["aic"], true, "cdkDeployment"), ([], false, "nodeDesignerXuiEnabled"), (["fork"], false, "userIdAttributes"),
  ])
  func `the last member is the newest of the release`(switches: [String], isFileBased: Bool, last: String) async throws
  {
    let members = try await Desk { $0.switches = switches }.send("GET", "/json/serverinfo/*").json().object
    #expect(members?["fileBasedConfiguration"]?.bool == isFileBased)
    #expect(members?.members.last?.name == last)
  }
}
