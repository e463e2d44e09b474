import Crypto
import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Registers passkeys and signs in with them, as clients do, with answers that Python has made.
struct WebAuthnTests {
  /// Name, then the authenticator; a user without one registers one.
  static func export(_ registration: JSON.Object = [:], _ authentication: JSON.Object = [:]) -> JSON {
    var signed: [(String, String)] = [
      ("success", success), ("noDevice", "register"), ("failure", failure), ("error", "told"),
    ]
    if authentication["isRecoveryCodeAllowed"] != nil { signed.append(("recoveryCode", "code")) }
    if authentication["detectSignCountMismatch"] != nil { signed.append(("successSignCountMismatch", "copied")) }
    let registered: [(String, String)] = [
      ("success", "codes"), ("failure", failure), ("error", "told"), ("unsupported", "no"),
    ]
    let data: JSON.Object = ["asScript": false]
    var nodes: [ExportMaker.Node] = [
      .init("name", "UsernameCollectorNode", [:], [("outcome", "sign")]),
      .init("sign", "WebAuthnAuthenticationNode", data.merging(authentication), signed),
      .init("register", "WebAuthnRegistrationNode", data.merging(registration), registered),
      .init("codes", "RecoveryCodeDisplayNode", [:], [("outcome", success)]),
      .init(
        "code", "RecoveryCodeCollectorDecisionNode", ["recoveryCodeType": "WEB_AUTHN"],
        [("true", success), ("false", failure)]),
    ]
    for (key, url) in [("told", "error"), ("no", "unsupported"), ("copied", "copied")] {
      nodes.append(.init(key, "SetFailureUrlNode", ["failureUrl": .string(url)], [("outcome", failure)]))
    }
    return ExportMaker.journey("Passkey", nodes)
  }

  private let headers: HeaderList = [("Origin", Passkey.origin)]

  private func ask(_ desk: Desk, _ name: String = "demo") async throws -> JSON {
    try await desk.answer(try await desk.start("Passkey").json(), .string(name), headers: headers).json()
  }

  /// Posts an outcome under a transaction of its own.
  private func post(_ outcome: JSON?, to step: JSON, _ desk: Desk, as transaction: String = "t") async -> Reply {
    await desk.answer(
      step, outcome ?? .null, headers: headers + [("X-ForgeRock-TransactionId", transaction)])
  }

  private func reason(_ desk: Desk, _ transaction: String) -> String {
    let nodes = (desk.application.services.log.json(transaction: transaction).array ?? [])
      .flatMap { $0["nodes"]?.array ?? [] }
    return nodes.first { $0["failure"] != nil }?["failure"]?.string ?? ""
  }

  private func register(_ desk: Desk, _ more: JSON.Object = [:]) async throws -> TestCredential {
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("create", try .init(step), more)])[0]
    let end = await post(answer["outcome"], to: step, desk)
    try #require(end.status == 200, "\(end.text) \(reason(desk, "t"))")
    return try TestCredential(answer)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("none", -7), ("none", -35), ("none", -36), ("none", -257), ("packed", -7), ("packed", -257), ("packed", -259),
      ("packed", -65535), ("packed", -8), ("packed-x5c", -7), ("packed-x5c", -257), ("fido-u2f", -7),
    ])
  func `a passkey of each kind is registered and signs in`(format: String, algorithm: Int) async throws {
    let desk = try Desk(
      journey: WebAuthnTests.export([
        "acceptedSigningAlgorithms": ["ES256", "ES384", "ES512", "RS256", "RS384", "RS512", "RS1", "EdDSA"]
      ]))
    let credential = try await register(
      desk, ["format": .string(format), "algorithm": .number(JSON.Number(algorithm))])
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("get", try .init(step), credential.order(["count": 2]))])[0]
    #expect(await post(answer["outcome"], to: step, desk).status == 200, "\(reason(desk, "t"))")
  }

  @Test func `what is asked has the members that clients read, in both spellings`() async throws {
    let desk = try Desk(
      journey: WebAuthnTests.export([
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

  /// What is wrong, and what the log says of it.
  typealias Wrong = (JSON.Object, String)

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

  static let wrongAttestations: [Wrong] = [
    (["format": "none", "statement": true], "the attestation none"),
    (["format": "packed", "stranger": true], "the attestation is not signed by the credential"),
    (["format": "packed", "claimed": -257], "the attestation is not signed by the credential"),
    (["format": "packed", "claimed": -1], "the algorithm of the attestation"),
    (["format": "packed-x5c", "stranger": true], "the attestation is not signed by its certificate"),
    (["format": "packed-x5c", "unit": "Sales"], "the certificate is not one"),
    (["format": "packed-x5c", "authority": true], "the certificate is not one"),
    (["format": "packed-x5c", "otherModel": true], "the certificate is of another model"),
    (["format": "fido-u2f", "stranger": true], "the attestation is not signed by its one"),
    (["format": "fido-u2f", "model": true], "a fido-u2f authenticator"),
    (["format": "tpm"], "attestations of the format tpm"),
  ]

  static let wrongRegistrations: [Wrong] = wrongClientData + wrongData + wrongAttestations

  @Test(.timeLimit(.minutes(1))) func `a registration with anything wrong in it is a failure, and the log says what`()
    async throws
  {
    let desk = try Desk(journey: WebAuthnTests.export(["userVerificationRequirement": "REQUIRED"]))
    let step = try await ask(desk)
    let options = try Passkey.Options(step)
    let answers = try Passkey.answers(
      WebAuthnTests.wrongRegistrations.map { Passkey.order("create", options, $0.0) } + [
        Passkey.order("create", options)
      ])
    for (index, (change, message)) in WebAuthnTests.wrongRegistrations.enumerated() {
      let reply = await post(answers[index]["outcome"], to: step, desk, as: "wrong\(index)")
      #expect(reply.status == 401, "\(change)")
      let reason = reason(desk, "wrong\(index)")
      #expect(reason.hasPrefix(message), "\(JSON.object(change).text()): \(reason)")
    }
    #expect(desk.application.realms["/"]?.users.user("demo")?.devices[.webauthn].isEmpty == true)
    #expect(await post(answers.last?["outcome"], to: step, desk).status == 200)
  }

  static let wrongSignatures: [Wrong] = [
    (["type": "webauthn.create"], "the type of the client data"),
    (["challenge": "AAAA"], "the challenge is another one"),
    (["origin": "https://127.0.0.1:8080"], "the origin"), (["party": "example.org"], "the authenticator data is for"),
    (["flags": 0x04], "nobody was present"), (["flags": 0x01], "the authenticator has not verified"),
    (["flags": 0x45], "the credential in the authenticator data is cut off"), (["tail": "00"], "there are bytes after"),
    (["flip": true], "the signature is not the credential's"),
    (["stranger": true], "the signature is not the credential's"),
    (["credential": "AAAA"], "the credential is not one of the user's"),
  ]

  @Test(.timeLimit(.minutes(1))) func `a signature with anything wrong about it signs nobody in`() async throws {
    let desk = try Desk(journey: WebAuthnTests.export([:], ["userVerificationRequirement": "REQUIRED"]))
    let credential = try await register(desk)
    let step = try await ask(desk)
    let options = try Passkey.Options(step)
    let orders = WebAuthnTests.wrongSignatures.map { Passkey.order("get", options, credential.order($0.0)) }
    let answers = try Passkey.answers(orders + [Passkey.order("get", options, credential.order())])
    for (index, (change, message)) in WebAuthnTests.wrongSignatures.enumerated() {
      #expect(await post(answers[index]["outcome"], to: step, desk, as: "wrong\(index)").status == 401)
      let reason = reason(desk, "wrong\(index)")
      #expect(reason.hasPrefix(message), "\(JSON.object(change).text()): \(reason)")
    }
    #expect(await post(answers.last?["outcome"], to: step, desk).status == 200)
  }

  @Test func `bytes that are not signed, and texts that are no outcome, end the journey`() async throws {
    let desk = try Desk(journey: WebAuthnTests.export())
    let step = try await ask(desk)
    let texts = [
      "webAuthnOutcome", "{}", "a::b", "{}::200::AAAA", "{}:: 12::AAAA", "{}::1,,2::AAAA", "{}::1::!", "::::",
    ]
    for (index, text) in texts.enumerated() {
      #expect(await post(.string(text), to: step, desk, as: "text\(index)").status == 401, "\(text)")
      #expect(reason(desk, "text\(index)").hasPrefix("webAuthnOutcome"), "\(text)")
    }
    #expect(await post("{}::1::AAAA", to: step, desk).status == 401)
  }

  @Test(arguments: [
    ("unsupported", "unsupported"), (#"{"legacyData":"unsupported"}"#, "unsupported"),
    ("ERROR::NotAllowedError:The operation timed out.", "error"), (#"{"error":"NotSupportedError:no"}"#, "error"),
    (#"{"legacyData":"ERROR::AbortError:x","authenticatorAttachment":"platform"}"#, "error"),
    ("ERROR::something happened", "error"), ("ERROR::MyError:x", ""),
  ])
  func `what a client could not do has an outcome of its own`(text: String, outcome: String) async throws {
    let desk = try Desk(journey: WebAuthnTests.export())
    let end = try await post(.string(text), to: try await ask(desk), desk).json()
    #expect(end["code"]?.integer == 401)
    #expect(end["detail"]?["failureUrl"]?.string ?? "" == outcome)
  }

  @Test func `an outcome in JSON carries the older one, and names what the browser is`() async throws {
    let desk = try Desk(journey: WebAuthnTests.export(["generateRecoveryCodes": false]))
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

  @Test func `a counter that does not rise is noticed where that is asked for`() async throws {
    for detects in [true, false] {
      let desk = try Desk(
        journey: WebAuthnTests.export([:], detects ? ["detectSignCountMismatch": true] : [:]))
      let credential = try await register(desk, ["count": 5])
      for (count, isCopy) in [(6, false), (6, true), (3, true), (4, false), (0, false)] {
        let step = try await ask(desk)
        let order = credential.order(["count": .number(JSON.Number(count))])
        let answer = try Passkey.answers([Passkey.order("get", try .init(step), order)])[0]
        let end = await post(answer["outcome"], to: step, desk)
        #expect(end.status == (isCopy && detects ? 401 : 200))
        if isCopy, detects { #expect(try end.json()["detail"]?["failureUrl"]?.string == "copied") }
      }
    }
  }

  @Test func `a recovery code stands for the passkey once`() async throws {
    let desk = try Desk(journey: WebAuthnTests.export([:], ["isRecoveryCodeAllowed": true]))
    let first = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("create", try .init(first))])[0]
    let shown = await post(answer["outcome"], to: first, desk)
    #expect(try shown.types() == ["TextOutputCallback"])
    let script = try #require(try shown.output(0, "message")?.string)
    let code = String(try #require(script.firstMatch(of: /text-center\\">([A-Z0-9]{10})</)?.output.1))
    for (status, hasSignedIn) in [(200, true), (401, false)] {
      let step = try await ask(desk)
      #expect(step["callbacks"]?[2]?["input"]?[0]?["value"]?.integer == 100)
      let collect = await desk.answer(step, "", 0, headers: headers)
      #expect(try collect.types() == ["NameCallback"])
      let end = await desk.answer(try collect.json(), .string(code), headers: headers)
      #expect(end.status == status)
      #expect((try end.json()["tokenId"] != nil) == hasSignedIn)
    }
  }

  @Test func `an authenticator that knows its user needs no name`() async throws {
    let journey = ExportMaker.journey(
      "Bare",
      [
        .init(
          "sign", "WebAuthnAuthenticationNode", ["asScript": false, "requiresResidentKey": true],
          [("success", success), ("noDevice", "none"), ("failure", failure)]),
        .init("none", "SetFailureUrlNode", ["failureUrl": "none"], [("outcome", failure)]),
      ])
    let both = JSON.object(
      ["trees": .object((journey["trees"]?.object ?? [:]).merging(WebAuthnTests.export()["trees"]?.object ?? [:]))])
    let desk = try Desk(journey: both)
    let credential = try await register(desk)
    let step = try await desk.start("Bare").json()
    let options = try Passkey.Options(step)
    #expect(step["callbacks"]?[0]?["output"]?[0]?["value"]?["_allowCredentials"] == [])
    let answers = try Passkey.answers(
      ["demo", "nobody"].map { Passkey.order("get", options, credential.order(["user": $0])) }
        + [Passkey.order("get", options, credential.order())])
    #expect(try await post(answers[1]["outcome"], to: step, desk).json()["detail"]?["failureUrl"]?.string == "none")
    #expect(try await post(answers[2]["outcome"], to: step, desk).json()["detail"]?["failureUrl"]?.string == "none")
    let token = try #require(try await post(answers[0]["outcome"], to: step, desk).json()["tokenId"]?.string)
    let info = await desk.post(
      "/json/sessions?_action=getSessionInfo", [:], headers: [("iPlanetDirectoryPro", token)])
    #expect(try info.json()["username"]?.string == "demo")
  }

  @Test func `the script form says the same and takes the same answer`() async throws {
    let desk = try Desk(
      journey: WebAuthnTests.export(["asScript": true, "generateRecoveryCodes": false], ["asScript": true]))
    let step = try await ask(desk)
    #expect(
      step["callbacks"]?.array?.compactMap { $0["type"]?.string } == [
        "TextOutputCallback", "TextOutputCallback", "HiddenValueCallback",
      ])
    let answer = try Passkey.answers([Passkey.order("create", try .init(step))])[0]
    #expect(await post(answer["outcome"], to: step, desk).status == 200)
    let sign = try await ask(desk)
    let script = sign["callbacks"]?[0]?["output"]?[0]?["value"]?.string ?? ""
    #expect(script.contains(#"allowCredentials: [{ "type": "public-key", "id": new Int8Array(["#))
    let signed = try Passkey.answers([
      Passkey.order("get", try .init(sign), try TestCredential(answer).order(["count": 2]))
    ])[0]
    #expect(await post(signed["outcome"], to: sign, desk).status == 200)
  }

  @Test func `the node's own domain and origins go before those of the request`() async throws {
    let desk = try Desk(
      journey: WebAuthnTests.export([
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

  @Test func `a page of another origin registers for its own host, an opaque one for none`() async throws {
    let desk = try Desk(journey: WebAuthnTests.export())
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
}
