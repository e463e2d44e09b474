import Crypto
import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Signs in with passkeys as clients do.
struct WebAuthnAuthenticationTests: PasskeyTests {
  static let wrongSignatures: [Wrong] = [
    (["type": "webauthn.create"], "the type of the client data"),
    (["challenge": "AAAA"], "the challenge is another one"),
    (["origin": "https://127.0.0.1:8080"], "the origin"), (["party": "example.org"], "the authenticator data is for"),
    (["flags": 0x04], "nobody was present"), (["flags": 0x01], "the authenticator has not verified"),
    (["flags": 0x45], "the credential in the authenticator data is cut off"), (["tail": "00"], "there are bytes after"),
    (["flip": true], "the signature is not the credential's"),
    (["stranger": true], "the signature is not the credential's"),
    (["credential": "AAAA"], "the credential is not one of the user's"),
    (["user": "mia"], "the user handle is of somebody else"),
  ]

  @Test(.timeLimit(.minutes(1))) func `a signature with anything wrong about it signs nobody in`() async throws {
    let desk = try Desk(journey: Self.export([:], ["userVerificationRequirement": "REQUIRED"]))
    let credential = try await register(desk)
    let step = try await ask(desk)
    let options = try Passkey.Options(step)
    let orders = Self.wrongSignatures.map { Passkey.order("get", options, credential.order($0.0)) }
    let answers = try Passkey.answers(orders + [Passkey.order("get", options, credential.order(["user": "demo"]))])
    for (index, (change, message)) in Self.wrongSignatures.enumerated() {
      #expect(await post(answers[index]["outcome"], to: step, desk, as: "wrong\(index)").status == 401)
      let reason = reason(desk, "wrong\(index)")
      #expect(reason.hasPrefix(message), "\(JSON.object(change).text()): \(reason)")
    }
    #expect(await post(answers.last?["outcome"], to: step, desk).status == 200)
  }

  @Test func `bytes that are not signed, and texts that are no outcome, end the journey`() async throws {
    let desk = try Desk(journey: Self.export())
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

  @Test func `a counter that does not rise is noticed where that is asked for`() async throws {
    for detects in [true, false] {
      let desk = try Desk(
        journey: Self.export([:], detects ? ["detectSignCountMismatch": true] : [:]))
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
    let desk = try Desk(journey: Self.export([:], ["isRecoveryCodeAllowed": true]))
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
      ["trees": .object((journey["trees"]?.object ?? [:]).merging(Self.export()["trees"]?.object ?? [:]))])
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
      journey: Self.export(["asScript": true, "generateRecoveryCodes": false], ["asScript": true]))
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
}
