import JSON
import Testing

@testable import JourneyEngine

@Suite struct DeviceCallbackTests {
  private let binding: [(suffix: String, value: JSON)] = [
    ("jws", ""), ("deviceName", ""), ("deviceId", ""), ("clientError", ""),
  ]

  @Test func `a binding needs a JWS and a device id, or an error`() throws {
    let callback = try make(DeviceBindingCallback.self, [("timeout", "30")], inputs: binding)
    #expect(callback.timeout == 30)
    #expect(callback.valueInput == 0)
    #expect(callback.needsAnswer)
    callback.jws = "e30.e30.c2ln"
    #expect(callback.needsAnswer)
    callback.deviceId = "d1"
    #expect(!callback.needsAnswer)
    #expect(callback.isSecret(input: 0) && !callback.isSecret(input: 2))
    let failed = try make(DeviceBindingCallback.self, inputs: binding)
    failed.clientError = "Abort"
    #expect(!failed.needsAnswer)
    #expect(failed.sent() == ["", "", "", "Abort"])
  }

  @Test func `inputs are found by name, wherever they stand`() throws {
    let callback = try make(DeviceBindingCallback.self, inputs: binding.reversed())
    callback.jws = "j"
    #expect(callback.valueInput == 3)
    #expect(callback.sent() == ["", "", "", "j"])
  }

  @Test func `a callback whose inputs have other names can be answered`() throws {
    let callback = try make(
      DeviceSigningVerifierCallback.self, [("userId", "")], inputs: [("other", ""), ("clientError", "")])
    #expect(callback.userId == nil)
    #expect(callback.needsAnswer)
    try callback.set("x", input: 0)
    #expect(!callback.needsAnswer)
  }

  @Test(arguments: [
    ("DeviceSigningVerifierCallback", "jws", true), ("PingOneProtectEvaluationCallback", "signals", true),
    ("AppIntegrityCallback", "token", true),
    ("ReCaptchaEnterpriseCallback", "token", false), ("PingOneRecognizeCallback", "signedJwt", true),
  ])
  func `what a device makes is needed until it or an error is set`(_ type: String, _ suffix: String, _ secret: Bool)
    throws
  {
    for input in [0, 1] {
      let callback = make(type, inputs: [(suffix, ""), ("clientError", "")])
      #expect(callback.needsAnswer)
      #expect(callback.isSecret(input: 0) == secret && !callback.isSecret(input: 1))
      try callback.set("x", input: input)
      #expect(!callback.needsAnswer)
    }
    #expect(!make(type, inputs: []).needsAnswer)
  }

  @Test func `setting up the collection of signals needs nothing`() throws {
    let callback = try make(PingOneProtectInitializeCallback.self, [("envId", "e")], inputs: [("clientError", "")])
    #expect(!callback.needsAnswer)
    #expect(callback.behavioralDataCollection && !callback.lazyMetadata)
    #expect(callback.valueInput == 0)
    #expect(callback.sent() == [""])
  }

  @Test func `a device profile is a JSON text`() throws {
    let callback = try make(DeviceProfileCallback.self, [("metadata", true)])
    #expect(callback.needsAnswer && callback.metadata && !callback.location)
    try callback.set(json: ["identifier": "d1", "n": 1.0])
    #expect(callback.sent() == [#"{"identifier":"d1","n":1.0}"#])
    try callback.set(#"{ "identifier": "d2" }"#)
    #expect(callback.sent() == [#"{ "identifier": "d2" }"#])
    for wrong in ["profile", "[1]", "{", "5"] { #expect(throws: AnswerError.self) { try callback.set(wrong) } }
    #expect(throws: AnswerError.self) { try callback.set(json: [1]) }
    try callback.set("")
    #expect(!callback.needsAnswer)
  }

  @Test func `a captcha payload goes out in the form in which it was given`() throws {
    let inputs: [(suffix: String, value: JSON)] = [("token", ""), ("action", ""), ("clientError", ""), ("payload", "")]
    let callback = try make(ReCaptchaEnterpriseCallback.self, inputs: inputs)
    try callback.set(json: ["a": 1], input: 3)
    #expect(callback.sent()[3] == ["a": 1])
    try callback.set(#"{"a":1}"#, input: 3)
    #expect(callback.sent()[3] == #"{"a":1}"#)
    #expect(throws: AnswerError.self) { try callback.set("a=1", input: 3) }
    #expect(make("ReCaptchaCallback").needsAnswer)
  }

  @Test func `a provider's token may be a document`() throws {
    let callback = try make(IdpCallback.self, [("acceptsJSON", true)], inputs: [("token", ""), ("token_type", "")])
    #expect(callback.needsAnswer && callback.isSecret(input: 0) && !callback.isSecret(input: 1))
    try callback.set(json: ["id_token": "t"])
    callback.tokenType = "JSON"
    #expect(callback.sent() == [#"{"id_token":"t"}"#, "JSON"])
    #expect(!callback.needsAnswer)
  }
}
