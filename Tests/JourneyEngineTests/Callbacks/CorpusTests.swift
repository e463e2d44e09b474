import Foundation
import JSON
import Testing

@testable import JourneyEngine

@Suite struct CorpusTests {
  @Test func `every file has an entry in the manifest, and every entry its file`() throws {
    let root = try #require(CorpusFile.root)
    var files: [String] = []
    for kind in CorpusFile.kinds {
      let folder = root.appendingPathComponent(kind)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.isEmpty, "\(kind) is empty")
      files += names.map { "\(kind)/\($0)" }
    }
    #expect(files.sorted() == CorpusFile.all.map(\.path).sorted())
    let folders = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.contains(".") }
    #expect(Set(folders) == Set(CorpusFile.kinds))
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks"))
  func `a callback shows what the server sent`(_ file: CorpusFile) throws {
    let step = try file.step()
    let callbacks = makeCallbacks(step)
    #expect(callbacks.count == step["callbacks"]?.array?.count ?? 0)
    let facts = file.facts["callbacks"]?.array ?? []
    #expect(facts.count == callbacks.count)
    for (callback, fact) in zip(callbacks, facts) {
      #expect(callback.type == fact["type"]?.string)
      #expect(callback.wire.index == fact["index"]?.integer)
      #expect(callback.wire.inputs.map { $0.name.map(JSON.string) ?? .null } == fact["inputNames"]?.array)
      #expect(callback.wire.inputs.map { $0.received ?? .null } == fact["inputValues"]?.array)
      for (name, value) in callback.wire.outputs {
        let known =
          ["type", "index", "_id"].contains(name) ? fact["output_\(name)"] : fact[name] ?? fact["output_\(name)"]
        #expect(known == value, "output \(name)")
      }
      if callback is TextOutputCallback {
        #expect((callback.messageType == "script") == (fact["isScript"] == true))
      }
      if callback is PasswordCallback { #expect(callback.isSecret) }
    }
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks"))
  func `failed policies are read, and broken ones kept as text`(_ file: CorpusFile) throws {
    for (callback, fact) in zip(makeCallbacks(try file.step()), file.facts["callbacks"]?.array ?? []) {
      let parsed = fact["failedPoliciesParsed"]?.array ?? []
      let sent = fact["failedPolicies"]?.array ?? []
      #expect(callback.failedPolicies.count == sent.count)
      for (policy, (want, text)) in zip(callback.failedPolicies, zip(parsed, sent)) {
        #expect(policy.policy == want["policyRequirement"]?.string ?? text.string)
        #expect(JSON.object(policy.params) == (want["params"]?.object.map(JSON.object) ?? JSON.object(JSON.Object())))
        #expect(!policy.message.isEmpty)
      }
    }
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks"))
  func `what hides in metadata is recognised`(_ file: CorpusFile) throws {
    let names = [
      "FidoRegistrationCallback": "webauthn-registration", "FidoAuthenticationCallback": "webauthn-authentication",
      "PingOneProtectInitializeCallback": "protect-initialize",
      "PingOneProtectEvaluationCallback": "protect-evaluation",
    ]
    for (callback, fact) in zip(makeCallbacks(try file.step()), file.facts["callbacks"]?.array ?? []) {
      guard let metadata = callback as? MetadataCallback else { continue }
      #expect(metadata.derivedType == fact["derivedType"]?.string.flatMap { names[$0] })
      #expect((metadata.webAuthn != nil) == (fact["webauthn"] != nil))
      if let options = metadata.webAuthn, let want = fact["webauthn"] { expect(options, want) }
    }
  }

  @Test(arguments: CorpusFile.all("steps"))
  func `a step as a whole is recognised`(_ file: CorpusFile) throws {
    let step = try file.step()
    let callbacks = makeCallbacks(step)
    if let operation = file.facts["webauthnStep"]?.string {
      #expect(StepContext(step).webAuthn?.operation.rawValue == operation)
      #expect(callbacks.contains { $0.derivedType == "webauthn-\(operation)" })
    }
    if let codes = file.facts["recoveryCodes"] {
      let found = callbacks.lazy.compactMap { ($0 as? TextOutputCallback)?.recoveryCodes }.first
      #expect(found?.codes == codes["codes"]?.array?.compactMap(\.string))
      #expect(found?.deviceName == codes["deviceName"]?.string)
    }
    if let uri = file.facts["qrCode"]?["uri"]?.string {
      #expect(callbacks.contains { $0.uri == uri })
    } else if file.facts["qrCode"] != nil {
      #expect(callbacks.contains { $0.uri?.contains("auth://") ?? false })
    }
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks"))
  func `what goes back differs from what came in the values of inputs alone`(_ file: CorpusFile) throws {
    for callback in makeCallbacks(try file.step()) {
      for defaults in [true, false] {
        #expect(withoutValues(callback.reply(defaults: defaults)) == withoutValues(callback.wire.received))
      }
    }
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks").filter { $0.facts["answers"] != nil })
  func `an answer goes out as clients send it`(_ file: CorpusFile) throws {
    for answer in file.facts["answers"]?.array ?? [] {
      let callbacks = makeCallbacks(try file.step())
      for member in answer["set"]?.object?.members ?? [] {
        let (callback, input) = try place(member.name, in: file)
        try callbacks[callback].set(.json(member.value), input: input)
        let inputs = file.kind == "callbacks" ? answer["expectedInput"] : answer["expectedInput"]?[callback]
        let sent = callbacks[callback].reply(defaults: true)["input"]?[input]
        #expect(sent?["name"] == inputs?[input]?["name"])
        #expect(isSame(sent?["value"], inputs?[input]?["value"]), "\(member.name): \(member.value)")
        #expect(callbacks[callback].isAnswered(input: input))
      }
    }
  }

  @Test(arguments: CorpusFile.all("steps", "callbacks").filter { $0.facts["rejects"] != nil })
  func `an answer that is not offered is refused`(_ file: CorpusFile) throws {
    for reject in file.facts["rejects"]?.array ?? [] {
      let callbacks = makeCallbacks(try file.step())
      for member in reject["set"]?.object?.members ?? [] {
        let (callback, input) = try place(member.name, in: file)
        #expect(throws: AnswerError.self) { try callbacks[callback].set(.json(member.value), input: input) }
        #expect(!callbacks[callback].isAnswered(input: input))
      }
    }
  }
}

private func place(_ key: String, in file: CorpusFile) throws -> (callback: Int, input: Int) {
  let parts = key.split(separator: ".").compactMap { Int($0) }
  let first = try #require(parts.first)
  return file.kind == "callbacks" ? (0, first) : (first, parts.count > 1 ? parts[1] : 0)
}

private func expect(_ options: WebAuthnOptions, _ want: JSON) {
  func bytes(_ list: JSON?) -> [[UInt8]]? {
    list?.array?.compactMap { SignedBytes.unsigned(($0.array ?? []).map(\.integer)) }
  }
  #expect(options.operation.rawValue == want["operation"]?.string)
  #expect(options.challenge.map { Data($0).base64EncodedString() } == want["challenge"]?.string)
  #expect(options.timeoutMilliseconds == want["timeoutMillis"]?.integer)
  #expect(options.relyingPartyID == want["rpId"]?.string)
  #expect(options.relyingPartyName == want["rpName"]?.string)
  #expect(options.userID == want["userId"]?.string)
  #expect(options.userName == want["userName"]?.string)
  #expect(options.userDisplayName == want["displayName"]?.string)
  #expect(options.attestation == want["attestation"]?.string)
  #expect(options.requestedVerification == want["userVerification"]?.string)
  #expect(options.algorithms == want["algorithms"]?.array?.compactMap(\.integer) ?? [])
  #expect(options.allowCredentials == bytes(want["allowCredentialIds"]))
  #expect(options.excludeCredentials == bytes(want["excludeCredentialIds"]))
  #expect(options.supportsJSONResponse == (want["supportsJsonResponse"] == true))
  #expect(options.authenticatorSelection == WebAuthnOptions.AuthenticatorSelection(want["authenticatorSelection"]))
}
