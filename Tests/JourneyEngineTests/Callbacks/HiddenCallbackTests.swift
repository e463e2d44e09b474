import JSON
import Testing

@testable import JourneyEngine

@Suite struct HiddenCallbackTests {
  private func hidden(_ id: String, value: JSON = "", named: Bool = true, step: JSON = .null) throws
    -> HiddenValueCallback
  {
    let outputs: [(String, JSON)] = [("value", value)] + (named ? [("id", .string(id))] : [])
    let callback = make("HiddenValueCallback", outputs, inputs: [("", .string(id))], step: step)
    return try #require(callback as? HiddenValueCallback)
  }

  @Test(arguments: [
    ("webAuthnOutcome", true, true), ("jwt", true, true), ("pingone_risk_evaluation_signals", true, true),
    ("clientScriptOutputData", true, false),
    ("mfaDeviceRegistration", false, false), ("pushChallengeNumber", false, false), ("clientError", false, false),
    ("skip-input-438", false, false),
    ("someId", false, false), ("", false, false),
  ])
  func `an answer is needed for the ids that a client must compute`(_ id: String, _ needed: Bool, _ secret: Bool) throws
  {
    for named in [true, false] {
      let callback = try hidden(id, named: named)
      #expect(callback.hiddenId == id)
      #expect(callback.needsAnswer == needed)
      #expect(callback.isSecret == secret)
      try callback.set("")
      #expect(!callback.needsAnswer)
      #expect(callback.sent() == [""])
    }
  }

  @Test func `what is left alone goes back as it came, but no error is made of an id`() throws {
    #expect(try hidden("mfaDeviceRegistration").sent() == ["mfaDeviceRegistration"])
    #expect(try hidden("someId").sent() == ["someId"])
    #expect(try hidden("clientError").sent() == [""])
    #expect(try hidden("clientError").sent(defaults: true) == ["clientError"])
  }

  @Test func `the value is that of the server until one is set`() throws {
    let callback = try hidden("jwt", value: "nonce")
    #expect(callback.value == "nonce")
    callback.value = "e30.e30.c2ln"
    #expect(callback.value == "e30.e30.c2ln")
    #expect(callback.sent() == ["e30.e30.c2ln"])
    try callback.set(json: ["screen": [:]])
    #expect(callback.sent() == [#"{"screen":{}}"#])
  }

  @Test func `what the server shows is found`() throws {
    #expect(
      try hidden("mfaDeviceRegistration", value: "otpauth://totp/a:b?secret=A").uri == "otpauth://totp/a:b?secret=A")
    #expect(
      try hidden("pingOneVerifyTransactionUri", value: "https://verify.example.test/x").uri
        == "https://verify.example.test/x")
    #expect(try hidden("other", value: "mfauth://totp/a:b?x=1").uri == "mfauth://totp/a:b?x=1")
    #expect(try hidden("jwt", value: "nonce").uri == nil)
    #expect(try hidden("mfaDeviceRegistration").uri == nil)
    #expect(try hidden("pushChallengeNumber", value: "42").pushChallengeNumber == "42")
    #expect(try hidden("pushChallengeNumber", value: 42).pushChallengeNumber == "42")
    #expect(try hidden("other", value: "42").pushChallengeNumber == nil)
  }

  @Test func `the outcome of WebAuthn knows what it is for`() throws {
    let metadata: JSON = [
      "type": "MetadataCallback", "output": [["name": "data", "value": ["_action": "webauthn_registration"]]],
    ]
    #expect(try hidden("webAuthnOutcome", step: ["callbacks": [metadata]]).derivedType == "webauthn-registration")
    #expect(try hidden("webAuthnOutcome").derivedType == nil)
    #expect(try hidden("other", step: ["callbacks": [metadata]]).derivedType == nil)
  }
}
