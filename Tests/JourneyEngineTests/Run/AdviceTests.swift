import Crypto
import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct AdviceTests {
  private static let xml =
    "<Advices><AttributeValuePair><Attribute name=\"TransactionConditionAdvice\"/><Value>7b8b</Value></AttributeValuePair></Advices>"

  @Test func `pairs become XML without gaps, escaped`() {
    let advice = Advice(pairs: [("TransactionConditionAdvice", "7b8b")])
    #expect(advice.xml == Self.xml)
    let odd = Advice(pairs: [("A&B", "/alpha:\"x\" <1>'"), ("C", "2")])
    #expect(
      odd.xml
        == "<Advices><AttributeValuePair><Attribute name=\"A&amp;B\"/><Value>/alpha:&quot;x&quot; &lt;1&gt;&apos;</Value></AttributeValuePair><AttributeValuePair><Attribute name=\"C\"/><Value>2</Value></AttributeValuePair></Advices>"
    )
  }

  private static let json = #"{"TransactionConditionAdvice":["7b8b"]}"#

  @Test(arguments: [
    xml, "  \(xml)\n", "<?xml version=\"1.0\"?>\n\(xml)",
    "<Advices>\n  <AttributeValuePair>\r\n\t<Attribute name=\"TransactionConditionAdvice\"/>\n<Value>7b8b</Value> </AttributeValuePair>\n</Advices>",
    json, #"{"actions":{},"advices":{"TransactionConditionAdvice":["7b8b"]}}"#,
    #"[{"advices":{"TransactionConditionAdvice":["7b8b"]}}]"#, PercentEncoding.encode(xml),
    Base64.encode(Array(json.utf8)), Base64.encode(Array(xml.utf8)), Base64URL.encode(Array(xml.utf8)),
  ])
  func `an advice is read in each form of the gateways`(_ text: String) throws {
    #expect(try Advice(text: text).xml == Self.xml)
  }

  @Test func `the header of a gateway names the realm too`() throws {
    let header =
      "SSOADVICE realm=\"/alpha\",advices=\"\(Base64.encode(Array(Self.json.utf8)))\",am_uri=\"https://am.example.test/am\""
    let advice = try Advice(text: header)
    #expect(advice.xml == Self.xml)
    #expect(advice.realm == Realm("alpha"))
  }

  @Test func `white space inside a value stays`() throws {
    let text = "<Advices><AttributeValuePair><Attribute name=\"A\"/><Value> a b </Value></AttributeValuePair></Advices>"
    #expect(try Advice(text: text).xml.contains("<Value> a b </Value>"))
  }

  @Test(arguments: ["", "plain words", "<Other/>", "{}", "{\"a\":", "<Advices>", "AAAA"])
  func `what is no advice is refused and nothing is sent`(_ text: String) async {
    #expect(throws: Refusal.self) { try Advice(text: text) }
    let journey = Scene.journey(ScriptedServer())
    let node = await journey.start { $0.adviceText = text }
    #expect((node as? FailureNode)?.cause == .refused)
  }

  @Test func `a step-up asks with the advice and the session`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(200, Scene.step()), .json(200, Scene.success("S2")))
    let step = try Scene.step(await journey.start("ignored") { $0.adviceText = Self.json })
    let first = server.requests[1]
    #expect(first.query["authIndexType"] == "composite_advice" && first.query["authIndexValue"] == Self.xml)
    #expect(first.headers[Scene.cookieName] == "S1.*AAJ*")
    #expect(step.journey == nil)
    _ = await step.next()
    #expect(server.requests[2].url.query == nil)
    #expect(await journey.agent.sessionToken == Secret("S2"))
  }
}
