import JSON
import Testing

@testable import JourneyEngine

@Suite struct ScriptTests {
  @Test(
    arguments: [
      (#"x('a\x3A\u0041\n\'"')"#, ["a:A\n'\""]),
      (#"/* it doesn't */ "b" // and 'this' neither"#, ["b"]),
      (#"'\ud83d\ude00é'"#, ["😀é"]),
      (#"'\xZZ \q \é'"#, ["xZZ q é"]),
      ("'open\n'next'", ["next"]),
      ("'a\\\nb'", ["ab"]),
      ("'never", []),
      ("", []),
    ] as [(String, [String])])
  func `string literals are decoded`(_ script: String, _ literals: [String]) {
    #expect(ScriptText(script).literals() == literals)
  }

  private func output(_ message: String, type: JSON = "4") throws -> TextOutputCallback {
    try make(TextOutputCallback.self, [("message", .string(message)), ("messageType", type)], inputs: [])
  }

  @Test func `an enrolment URI is read out of the script that draws it`() throws {
    let escaped =
      #"createCode({ text: 'otpauth\x3A\x2F\x2Ftotp\x2FAcme\x3Ademo\x3Fsecret\x3DABC\x3D\x26digits\x3D6', code: 'L' });"#
    #expect(try output(escaped).uri == "otpauth://totp/Acme:demo?secret=ABC=&digits=6")
    #expect(
      try output("// it's\ncreateCode({text: 'pushauth://push/a:b?m=1&c=2'})").uri == "pushauth://push/a:b?m=1&c=2")
    #expect(try output("Open mfauth://totp/a:b?x=1 now", type: "0").uri == "mfauth://totp/a:b?x=1")
    #expect(try output("<a href=\"otpauth://totp/a\">", type: 0).uri == "otpauth://totp/a")
    #expect(try output("authentication").uri == nil)
  }

  @Test func `recovery codes and the device's name are read out of the script that shows them`() throws {
    let script = #"""
      /* don't */ var html = "<div class=\"panel-body text-center\">\n" + "<h3>Codes</h3></div>" +
        "<div class=\"text-center\">\n" + "AAA111\n" + "</div>\n" + "<div class=\"text-center\">\n" + "BBB222\n</div>\n" +
        "<p>named: <em>My key</em></p>";
      """#
    let codes = try #require(try output(script).recoveryCodes)
    #expect(codes.codes == ["AAA111", "BBB222"])
    #expect(codes.deviceName == "My key")
    #expect(try output(script, type: "0").recoveryCodes == nil)
    #expect(try output("document.title = 'text-center'").recoveryCodes == nil)
  }

  @Test(arguments: CorpusFile.all("steps").filter { $0.facts["webauthnStep"] != nil })
  func `the script form gives a challenge`(_ file: CorpusFile) throws {
    let options = try #require(StepContext(try file.step()).webAuthn)
    #expect(options.challenge?.count == 32)
    #expect(options.timeoutMilliseconds == 60000)
    switch options.operation {
    case .registration:
      #expect(!options.algorithms.isEmpty)
      #expect(options.userID?.isEmpty == false && options.userName?.isEmpty == false)
      #expect(options.excludeCredentials != nil && options.authenticatorSelection != nil)
    case .authentication:
      #expect(options.allowCredentials != nil)
    }
  }

  @Test func `a registration script is read`() throws {
    let file = try #require(CorpusFile.all("steps").first { $0.path.contains("web-authn-reg-jscallback70-stored") })
    let options = try #require(StepContext(try file.step()).webAuthn)
    #expect(options.operation == .registration)
    #expect(options.challenge?.prefix(3) == [166, 226, 14])
    #expect(options.userID == "NTdhNWI0ZTQtNjk5OS00YjQ1LWJmODYtYTRmMmU1ZDRiNjI5")
    #expect(options.userName == "57a5b4e4-6999-4b45-bf86-a4f2e5d4b629")
    #expect(options.userDisplayName == "57a5b4e4-6999-4b45-bf86-a4f2e5d4b629")
    #expect(options.relyingPartyName == "ForgeRock" && options.relyingPartyID == nil)
    #expect(options.algorithms == [-257, -7])
    #expect(options.attestation == "none")
    #expect(options.userVerification == "preferred")
    #expect(options.authenticatorSelection?.requireResidentKey == true)
    #expect(options.excludeCredentials == [])
  }

  @Test func `credentials may stand in a variable`() throws {
    let file = try #require(CorpusFile.all("steps").first { $0.path.contains("web-authn-auth-jscallback653") })
    let options = try #require(StepContext(try file.step()).webAuthn)
    #expect(options.operation == .authentication)
    #expect(options.allowCredentials?.count == 1)
    #expect(options.allowCredentials?.first?.prefix(5) == [1, 97, 2, 123, 151])
    #expect(options.userVerification == "discouraged")
  }

  @Test func `a newer script keeps the document in a variable`() throws {
    let script = #"""
      var scriptContext = {"_action":"webauthn_authentication","challenge":"AQID","_allowCredentials":[{"id":[-1,0,1]}]}
      document.getElementById("webAuthnOutcome").value = "x";
      """#
    let options = try #require(try output(script).webAuthn)
    #expect(options.challenge == [1, 2, 3])
    #expect(options.allowCredentials == [[255, 0, 1]])
    #expect(try output(script).derivedType == "webauthn-authentication")
    #expect(try output("document.getElementById('webAuthnOutcome')").webAuthn == nil)
  }

  @Test func `bytes are signed or unsigned, and nothing else`() {
    #expect(SignedBytes.unsigned([-128, -1, 0, 127, 200]) == [128, 255, 0, 127, 200])
    #expect(SignedBytes.unsigned([999]) == nil)
    #expect(SignedBytes.unsigned([nil]) == nil)
  }

  @Test func `underscore members win over the texts for scripts`() throws {
    let data: JSON.Object = [
      "_type": "WebAuthn", "relyingPartyId": #"rpId: "old.example","#, "_relyingPartyId": "new.example",
      "allowCredentials": "allowCredentials: [{ \"id\": new Int8Array([1, 2]).buffer }]",
      "_allowCredentials": [["id": [3, -3]]],
    ]
    let options = try #require(WebAuthnOptions(data: data))
    #expect(options.relyingPartyID == "new.example")
    #expect(options.allowCredentials == [[3, 253]])
    #expect(WebAuthnOptions(data: ["_type": "WebAuthn"]) == nil)
    #expect(WebAuthnOptions(data: ["pubKeyCredParams": "[]"]) == nil)
  }

  @Test(
    arguments: [
      ("protect_initialize", "protect-initialize"), ("protect_risk_evaluation", "protect-evaluation"), ("other", nil),
    ] as [(String, String?)])
  func `Protect hides in metadata`(_ action: String, _ derived: String?) {
    let data: JSON = ["_type": "PingOneProtect", "_action": .string(action)]
    #expect(make("MetadataCallback", [("data", data)], inputs: []).derivedType == derived)
  }
}
