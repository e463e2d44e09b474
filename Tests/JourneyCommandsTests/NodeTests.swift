import JSON
import JourneyCommands
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct NodeTests {
  @Test(arguments: [[], ["--validate"]])
  func `a session that has ended stops a script with 1`(_ options: [String]) async throws {
    let bench = try Bench()
    bench.server.expect(Step.success)
    try await bench.run("start")
    bench.server.expect(401, ["code": 401, "message": "Access Denied"])
    let output = try await bench.workspace.runLine((["session"] + options).joined(separator: " ")).last
    #expect(output?.stops == 1)
    #expect(output?.value?["valid"] == false)
  }

  @Test func `a step is shown whole and in order`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let node = try await bench.run("start Login")
    let expected = """
      {"kind":"continue","journey":"Login","realm":"/alpha","step":1,"stage":"UsernamePassword","header":"Sign In",\
      "description":null,"callbacks":[{"index":0,"type":"NameCallback","prompt":"User Name","message":null,"options":null,\
      "default":null,"info":null,"secret":false,"needsAnswer":true,"answered":false,"inputs":[{"name":"IDToken1","field":"",\
      "type":"string","secret":false,"answered":false,"value":""}],"failedPolicies":[],"outputs":{"prompt":"User Name"}},\
      {"index":1,"type":"PasswordCallback","prompt":"Password","message":null,"options":null,"default":null,"info":null,\
      "secret":true,"needsAnswer":true,"answered":false,"inputs":[{"name":"IDToken2","field":"","type":"string",\
      "secret":true,"answered":false,"value":null}],"failedPolicies":[],"outputs":{"prompt":"Password"}}],"missing":[0,1],\
      "suspended":false,"expiresAt":"2027-01-15T08:05:00Z","transactionId":"00010203-0405-4607-8809-0a0b0c0d0e0f",\
      "elapsedMilliseconds":0}
      """
    #expect(node.text() == expected)
  }

  @Test func `a success hides the session token`() async throws {
    let bench = try Bench()
    bench.server.expect(["tokenId": "AQIC5w", "successUrl": "/enduser", "realm": "/alpha", "extra": 1])
    let node = try await bench.run("start")
    #expect(node["session"]?.text() == #"{"realm":"/alpha","successUrl":"/enduser","established":true}"#)
    #expect(node["details"] == ["extra": 1])
    #expect(!node.text().contains("AQIC5w"))
    let raw = try await bench.run("show --raw")
    #expect(raw["raw"]?["tokenId"] == "(6)")
    #expect(try await bench.run("show --raw --reveal")["raw"]?["tokenId"] == "AQIC5w")
  }

  @Test func `a refusal is a result that stops a script with 1`() async throws {
    let bench = try Bench()
    bench.server.expect(401, Step.refused)
    let outputs = try await bench.workspace.runLine("start Login; echo never")
    #expect(outputs.count == 1)
    #expect(outputs.first?.stops == 1)
    let members = outputs.first?.value?.object?.members.map(\.name)
    #expect(
      members == [
        "kind", "status", "code", "reason", "message", "cause", "detail", "failureUrl", "stepOpen", "transactionId",
        "elapsedMilliseconds",
      ])
    #expect(outputs.first?.value?["cause"] == "rejected")
  }

  @Test func `no connection is a failure node that stops with 3`() async throws {
    let bench = try Bench()
    let outputs = try await bench.workspace.runLine("start Login")
    #expect(outputs.first?.stops == 3)
    let node = try #require(outputs.first?.value)
    #expect(node["kind"] == "failure")
    #expect(node["cause"] == "network")
    #expect(node["host"] == "am.example.com:443")
    #expect(node["retryable"] == true)
    #expect(
      node.object?.members.prefix(8).map(\.name) == [
        "kind", "cause", "status", "message", "host", "contentType", "excerpt", "retryable",
      ])
  }

  @Test func `the raw step has no authId and no password`() async throws {
    let bench = try Bench()
    var filled = Step.password.object ?? [:]
    filled["input"] = [["name": "IDToken2", "value": "prefilled-secret"]]
    bench.server.expect(Step.document([Step.name, .object(filled)]))
    try await bench.run("start Login")
    let raw = try await bench.run("show --raw")
    #expect(!raw.text().contains("prefilled-secret"))
    #expect(raw["raw"]?["authId"]?.string == "eyJ0…(\(Step.authID.count))")
    #expect(try await bench.run("show --raw --reveal")["raw"]?["authId"]?.string == Step.authID)
  }

  @Test(arguments: [
    (1_800_000_000.0, "2027-01-15T08:00:00Z"), (1_800_000_000.001, "2027-01-15T08:00:00.001Z"),
    (1_800_000_000.713, "2027-01-15T08:00:00.713Z"), (1_799_999_999.9996, "2027-01-15T08:00:00Z"),
  ])
  func `times have milliseconds where there are any`(_ seconds: Double, _ text: String) {
    #expect(Time(Date(timeIntervalSince1970: seconds)).text == text)
    #expect(Time(parsing: text).map { abs($0.date.timeIntervalSince1970 - seconds) < 0.001 } == true)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.25, "1969-12-31T23:59:59.750Z"), (951_782_400.0, "2000-02-29T00:00:00Z"),
    (-62_135_596_800.0, "0001-01-01T00:00:00Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    (1e300, "9999-12-31T23:59:59.999Z"), (-Double.infinity, "0001-01-01T00:00:00Z"),
    (Double.infinity, "9999-12-31T23:59:59.999Z"), (Double.nan, "1970-01-01T00:00:00Z"),
  ])
  func `a time of any size is written, the far ones as the end of the years that have four digits`(
    _ seconds: Double, _ text: String
  ) {
    #expect(Time(Date(timeIntervalSince1970: seconds)).text == text)
  }
}
