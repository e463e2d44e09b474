import Crypto
import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Registers passkeys as clients do.
struct WebAuthnRegistrationTests: PasskeyTests {
  @Test func `what is asked has the members that clients read, in both spellings`() async throws {
    let desk = try Desk(
      journey: Self.export([
        "authenticatorAttachment": "CROSS_PLATFORM", "requiresResidentKey": true, "relyingPartyName": "Shop",
      ]))
    let step = try await ask(desk)
    #expect(step["callbacks"]?.array?.compactMap { $0["type"]?.string } == ["MetadataCallback", "HiddenValueCallback"])
    let data = try #require(step["callbacks"]?[0]?["output"]?[0]?["value"])
    #expect(
      data.object?.members.map(\.name) == [
        "_action", "challenge", "attestationPreference", "userName", "userId", "relyingPartyName",
        "authenticatorSelection", "_authenticatorSelection", "pubKeyCredParams", "_pubKeyCredParams", "timeout",
        "excludeCredentials", "_excludeCredentials", "displayName", "relyingPartyId", "_relyingPartyId", "extensions",
        "_type", "supportsJsonResponse",
      ])
    #expect(data["challenge"]?.string.flatMap(Base64.decode)?.count == 32)
    #expect(data["userId"]?.string == "ZGVtbw")
    #expect(data["timeout"]?.string == "60000")
    #expect(data["relyingPartyId"]?.string == #"id: "127.0.0.1","#)
    #expect(
      data["pubKeyCredParams"]?.string
        == #"[ { "type": "public-key", "alg": -7 }, { "type": "public-key", "alg": -257 } ]"#)
    #expect(
      data["_authenticatorSelection"]?.text()
        == #"{"userVerification":"preferred","authenticatorAttachment":"cross-platform","residentKey":"required","requireResidentKey":true}"#
    )
    let hidden = try #require(step["callbacks"]?[1])
    #expect(hidden["input"]?[0]?["value"]?.string == "webAuthnOutcome")
    #expect(hidden["output"]?[0]?["value"]?.string == "false")
    let again = try await post("", to: step, desk).json()
    #expect(again["callbacks"]?[0]?["output"]?[0]?["value"]?["challenge"] == data["challenge"])
  }

  static let wrongClientData: [Wrong] = [
    (["type": "webauthn.get"], "the type of the client data"),
    (["without": ["type"]], "the type of the client data"),
    (["challenge": "AAAA"], "the challenge is another one"),
    (["without": ["challenge"]], "the challenge is another one"),
    (["origin": "http://127.0.0.1:8081"], "the origin http://127.0.0.1:8081 is not"),
    (["origin": "http://127.0.0.1:8080/"], "the origin"),
    (["without": ["origin"]], "the client data has no origin"),
  ]

  static let wrongData: [Wrong] = [
    (["party": "localhost"], "the authenticator data is for another domain"),
    (["flags": 0x44], "nobody was present"),
    (["flags": 0x41], "the authenticator has not verified"),
    (["flags": 0x55], "the credential is backed up"),
    (["flags": 0x05], "there is no credential"),
    (["flags": 0x05, "attested": true], "there are bytes after"),
    (["flags": 0xC5], "the extensions"),
    (["tail": "00"], "there are bytes after"),
    (["after": "00"], "the attestation object is no CBOR"),
    (["otherId": true], "the id of the credential"),
    (["algorithm": -35], "the algorithm ES384 was not asked for"),
    (["algorithm": -257, "bits": 1024], "the numbers of the key"),
    (["key": ["3": -99]], "the algorithm of the key"),
    (["key": ["3": -257]], "the key is not of the kind"),
    (["key": ["-1": 2]], "the key is not of the kind"),
    (["key": ["1": 3]], "the key is not of the kind"),
    (["offCurve": true], "the numbers of the key"),
  ]

  @Test(.timeLimit(.minutes(1))) func `a registration with anything wrong in it is a failure, and the log says what`()
    async throws
  {
    let desk = try Desk(journey: Self.export(["userVerificationRequirement": "REQUIRED"]))
    try await expectRefusals(Self.wrongClientData + Self.wrongData, desk)
    #expect(desk.application.realms["/"]?.users.user("demo")?.devices[.webauthn].isEmpty == true)
    _ = try await register(desk)
  }

  @Test(arguments: [
    ("unsupported", "unsupported"), (#"{"legacyData":"unsupported"}"#, "unsupported"),
    ("ERROR::NotAllowedError:The operation timed out.", "error"), (#"{"error":"NotSupportedError:no"}"#, "error"),
    (#"{"legacyData":"ERROR::AbortError:x","authenticatorAttachment":"platform"}"#, "error"),
    ("ERROR::something happened", "error"), ("ERROR::MyError:x", ""),
  ])
  func `what a client could not do has an outcome of its own`(text: String, outcome: String) async throws {
    let desk = try Desk(journey: Self.export())
    let end = try await post(.string(text), to: try await ask(desk), desk).json()
    #expect(end["code"]?.integer == 401)
    #expect(end["detail"]?["failureUrl"]?.string ?? "" == outcome)
  }

  @Test func `an outcome in JSON carries the older one, and names what the browser is`() async throws {
    let desk = try Desk(journey: Self.export(["generateRecoveryCodes": false]))
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("create", try .init(step))])[0]
    let wrapped: JSON = [
      "legacyData": .string((answer["outcome"]?.string ?? "") + "::My key"), "authenticatorAttachment": "platform",
    ]
    let end = await post(.string(wrapped.text()), to: step, desk)
    let token = try #require(try end.json()["tokenId"]?.string)
    let list = await desk.send(
      "GET", "/json/users/demo/devices/2fa/webauthn?_queryFilter=true", headers: [("iPlanetDirectoryPro", token)])
    let device = try #require(try list.json()["result"]?[0])
    #expect(device["deviceName"]?.string == "My key")
    #expect(device["credentialId"] == answer["credential"])
    #expect(device.object?.members.map(\.name).contains("key") == false)
    let removed = await desk.send(
      "DELETE", "/json/users/demo/devices/2fa/webauthn/\(device["_id"]?.string ?? "")",
      headers: [("iPlanetDirectoryPro", token)])
    #expect(removed.status == 200)
    #expect(try await ask(desk)["callbacks"]?[0]?["output"]?[0]?["value"]?["_action"] == "webauthn_registration")
  }

  @Test func `storage waits for its own node, and stops at the limit`() async throws {
    let journey = ExportMaker.journey(
      "Passkey",
      [
        .init("name", "UsernameCollectorNode", [:], [("outcome", "register")]),
        .init(
          "register", "WebAuthnRegistrationNode",
          ["asScript": false, "postponeDeviceProfileStorage": true, "excludeCredentials": true],
          [("success", "store"), ("failure", failure)]),
        .init(
          "store", "WebAuthnDeviceStorageNode", ["maxSavedDevices": 1, "generateRecoveryCodes": true],
          [("success", "codes"), ("failure", failure), ("exceedDeviceLimit", "full")]),
        .init("codes", "RecoveryCodeDisplayNode", [:], [("outcome", success)]),
        .init("full", "SetFailureUrlNode", ["failureUrl": "full"], [("outcome", failure)]),
      ])
    let desk = try Desk(journey: journey)
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("create", try .init(step))])[0]
    #expect(try await post(answer["outcome"], to: step, desk).types() == ["TextOutputCallback"])
    let second = try await ask(desk)
    let data = second["callbacks"]?[0]?["output"]?[0]?["value"]
    #expect(data?["_excludeCredentials"]?.array?.count == 1)
    let options = try Passkey.Options(second)
    let answers = try Passkey.answers([
      Passkey.order("create", options), Passkey.order("create", options, ["credential": answer["credential"] ?? .null]),
    ])
    let full = try await post(answers[0]["outcome"], to: second, desk).json()
    #expect(full["detail"]?["failureUrl"]?.string == "full")
    #expect(await post(answers[1]["outcome"], to: second, desk, as: "same").status == 401)
    #expect(reason(desk, "same") == "the credential is registered already")
  }

  @Test func `a limit of the registration is seen before anything is asked`() async throws {
    let journey = ExportMaker.journey(
      "Passkey",
      [
        .init("name", "UsernameCollectorNode", [:], [("outcome", "register")]),
        .init(
          "register", "WebAuthnRegistrationNode", ["asScript": false, "maxSavedDevices": 1],
          [("success", success), ("failure", "unknown"), ("exceedDeviceLimit", "full")]),
        .init("full", "SetFailureUrlNode", ["failureUrl": "full"], [("outcome", failure)]),
        .init("unknown", "SetFailureUrlNode", ["failureUrl": "unknown"], [("outcome", failure)]),
      ])
    let desk = try Desk(journey: journey)
    _ = try await register(desk)
    #expect(try await ask(desk)["detail"]?["failureUrl"]?.string == "full")
    #expect(try await ask(desk, "nobody")["detail"]?["failureUrl"]?.string == "unknown")
  }

  @Test func `a page of another origin registers for its own host, an opaque one for none`() async throws {
    let desk = try Desk(journey: Self.export())
    for (origin, status) in [("http://localhost:9701", 200), ("null", 401)] {
      let header: HeaderList = [("Origin", origin)]
      let step = try await desk.answer(try await desk.start("Passkey").json(), "demo", headers: header).json()
      let options = try Passkey.Options(step)
      let answer = try Passkey.answers([Passkey.order("create", options, ["origin": .string(origin)])])[0]
      #expect(await desk.answer(step, answer["outcome"] ?? .null, headers: header).status == status)
      if status == 200 { #expect(options.party == "localhost") }
      _ = await desk.control("POST", "/reset")
    }
  }

  @Test func `the node's own domain and origins go before those of the request`() async throws {
    let desk = try Desk(
      journey: Self.export([
        "relyingPartyDomain": "example.org", "origins": ["https://login.example.org", "android:apk-key-hash:x"],
      ]))
    let step = try await ask(desk)
    let options = try Passkey.Options(step)
    #expect(options.party == "example.org")
    let answers = try Passkey.answers([
      Passkey.order("create", options), Passkey.order("create", options, ["origin": "android:apk-key-hash:x"]),
    ])
    #expect(await post(answers[0]["outcome"], to: step, desk).status == 401)
    #expect(await post(answers[1]["outcome"], to: step, desk).status == 200)
  }
}
