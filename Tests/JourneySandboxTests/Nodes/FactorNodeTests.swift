import Crypto
import JOSE
import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that register and ask second factors.
struct FactorNodeTests {
  @Test func `a code of the registered app signs in once`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "verify", "OathTokenVerifierNode", [:],
        [("successOutcome", success), ("failureOutcome", failure), ("notRegisteredOutcome", "register")]),
      .init("register", "OathRegistrationNode", [:], [("successOutcome", "codes"), ("failureOutcome", failure)]),
      .init("codes", "RecoveryCodeDisplayNode", [:], [("outcome", "verify")]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Oath", then: nodes, first: "verify"))
    let step = try await desk.signIn("Oath")
    #expect(
      try step.types() == ["TextOutputCallback", "TextOutputCallback", "HiddenValueCallback", "ConfirmationCallback"])
    let uri = try #require(try step.output(2, "value")?.string)
    #expect(uri.hasPrefix("otpauth://totp/ForgeRock:demo?secret="))
    let codes = await desk.answer(try step.json())
    #expect(try codes.types() == ["TextOutputCallback"])
    let ask = await desk.answer(try codes.json())
    #expect(try ask.types() == ["NameCallback", "ConfirmationCallback"])
    let device = try #require(desk.application.realms["/"]?.users.user("demo")?.devices[.oath].first)
    let secret = try #require(device.secret["secret"]?.string.flatMap(Base64.decode))
    let code = OneTimeCode.code(secret: secret, counter: 1_770_000_000 / 30, digits: 6, algorithm: .sha1)
    #expect(await desk.answer(try ask.json(), .string(code)).status == 200)
    let second = try await desk.signIn("Oath")
    #expect(await desk.answer(try second.json(), .string(code)).status == 401)
  }

  @Test func `a bound key signs challenges, another one does not`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "verify", "DeviceSigningVerifierNode", ["applicationIds": ["app"]],
        [("success", success), ("failure", failure), ("noDeviceRegistered", "bind"), ("keyNotFound", failure)]),
      .init(
        "bind", "DeviceBindingNode", ["authenticationType": "NONE", "applicationIds": ["app"]],
        [("success", success), ("failure", failure), ("Unsupported", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Bind", then: nodes, first: "verify"))
    let key = try JWK.generate(.p256, kid: "k1", alg: .ES256)
    func signed(_ step: JSON, withKey: Bool, key: JWK) throws -> JSON {
      let outputs = step["callbacks"]?[0]?["output"]?.array ?? []
      func output(_ name: String) -> JSON { outputs.first { $0["name"]?.string == name }?["value"] ?? .null }
      var header: JSON.Object = ["alg": "ES256", "kid": "k1"]
      if withKey { header["jwk"] = .object(key.publicKey.json) }
      let claims: JSON = [
        "sub": output("userId"), "iss": "app", "challenge": output("challenge"), "exp": 1_770_000_060,
        "iat": 1_770_000_000,
      ]
      return .string(try JWS.sign(header: header, payload: claims.bytes(), key: key))
    }
    let bind = try await desk.signIn("Bind").json()
    #expect(bind["callbacks"]?[0]?["type"]?.string == "DeviceBindingCallback")
    let answer = Join.set(bind, ["IDToken1jws": try signed(bind, withKey: true, key: key), "IDToken1deviceId": "d1"])
    #expect(await desk.post("/json/authenticate", answer).status == 200)
    let verify = try await desk.signIn("Bind").json()
    #expect(verify["callbacks"]?[0]?["type"]?.string == "DeviceSigningVerifierCallback")
    let other = try JWK.generate(.p256, kid: "k1", alg: .ES256)
    let forged = Join.set(verify, ["IDToken1jws": try signed(verify, withKey: false, key: other)])
    #expect(await desk.post("/json/authenticate", forged).status == 401)
    let right = Join.set(verify, ["IDToken1jws": try signed(verify, withKey: false, key: key)])
    #expect(await desk.post("/json/authenticate", right).status == 200)
  }

  @Test func `a phone that accepts lets the journey on`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("send", "PushAuthenticationSenderNode", [:], [("SENT", "wait"), ("NOT_REGISTERED", "register")]),
      .init("wait", "PushWaitNode", ["secondsToWait": 1], [("DONE", "result"), ("EXITED", failure)]),
      .init(
        "result", "PushResultVerifierNode", [:],
        [("TRUE", success), ("FALSE", failure), ("EXPIRED", failure), ("WAITING", "wait")]),
      .init(
        "register", "PushRegistrationNode", ["generateRecoveryCodes": false],
        [("successOutcome", "send"), ("failureOutcome", failure), ("timeoutOutcome", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Push", then: nodes, first: "send"))
    let register = try await desk.signIn("Push")
    let uri = try #require(try register.output(2, "value")?.string)
    #expect(uri.hasPrefix("pushauth://push/"))
    let message = try #require(Parameters(encoded: String(uri.split(separator: "?")[1]))["m"])
    #expect(try await desk.answer(try register.json()).types().last == "PollingWaitCallback")
    #expect(await desk.control("POST", "/push", ["messageId": .string(message), "accept": true]).status == 200)
    let wait = await desk.answer(try register.json())
    #expect(try wait.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    let id = try #require(try await desk.control("GET", "/outbox").json()[0]?["messageId"])
    #expect(await desk.control("POST", "/push", ["messageId": id, "accept": true]).status == 200)
    desk.clock.advance(seconds: 2)
    #expect(await desk.answer(try wait.json()).status == 200)
  }

  @Test(.timeLimit(.minutes(1))) func `a key that has to be attested comes with the certificate of its keystore`()
    async throws
  {
    let bind = ExportMaker.Node(
      "bind", "DeviceBindingNode", ["authenticationType": "NONE", "attestation": true],
      [("success", success), ("failure", failure)])
    let desk = try Desk(journey: ExportMaker.login("Attest", then: [bind], first: "bind"))
    let key = try JWK.generate(.p256, kid: "k1", alg: .ES256)
    let cases: [(more: JSON.Object, platform: String, hasCertificate: Bool, status: Int)] = [
      ([:], "android", true, 200), (["inSoftware": true], "android", true, 200),
      (["otherChallenge": true], "android", true, 401), (["forAll": true], "android", true, 401),
      ([:], "android", false, 401), ([:], "ios", false, 200),
    ]
    for (more, platform, hasCertificate, status) in cases {
      let step = try await desk.signIn("Attest")
      let challenge = try #require(try step.output(0, "challenge"))
      var own = key.publicKey.json
      let order: JSON.Object = [
        "ceremony": "bind", "challenge": challenge, "x": own["x"] ?? .null, "y": own["y"] ?? .null,
      ]
      if hasCertificate { own["x5c"] = try Passkey.answers([order.merging(more)])[0]["x5c"] }
      let claims: JSON = [
        "sub": try step.output(0, "userId") ?? .null, "challenge": challenge, "platform": .string(platform),
        "exp": 1_770_000_060,
      ]
      let header: JSON.Object = ["alg": "ES256", "kid": "k1", "jwk": .object(own)]
      let jws = try JWS.sign(header: header, payload: claims.bytes(), key: key)
      let answer = Join.set(try step.json(), ["IDToken1jws": .string(jws), "IDToken1deviceId": "d"])
      #expect(await desk.post("/json/authenticate", answer).status == status, "\(more) \(platform)")
    }
  }
}
