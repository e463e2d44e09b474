import Crypto
import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// What tests of passkeys have in common: a journey that registers one and signs in with it, walked with answers that Python has made.
protocol PasskeyTests {}

extension PasskeyTests {
  /// What is wrong, and what the log says of it.
  typealias Wrong = (JSON.Object, String)

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

  var headers: HeaderList { [("Origin", Passkey.origin)] }

  func ask(_ desk: Desk, _ name: String = "demo") async throws -> JSON {
    try await desk.answer(try await desk.start("Passkey").json(), .string(name), headers: headers).json()
  }

  /// Posts an outcome under a transaction of its own.
  func post(_ outcome: JSON?, to step: JSON, _ desk: Desk, as transaction: String = "t") async -> Reply {
    await desk.answer(
      step, outcome ?? .null, headers: headers + [("X-ForgeRock-TransactionId", transaction)])
  }

  func reason(_ desk: Desk, _ transaction: String) -> String {
    let nodes = (desk.application.services.log.json(transaction: transaction).array ?? [])
      .flatMap { $0["nodes"]?.array ?? [] }
    return nodes.first { $0["failure"] != nil }?["failure"]?.string ?? ""
  }

  func register(_ desk: Desk, _ more: JSON.Object = [:]) async throws -> TestCredential {
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("create", try .init(step), more)])[0]
    let end = await post(answer["outcome"], to: step, desk)
    try #require(end.status == 200, "\(end.text) \(reason(desk, "t"))")
    return try TestCredential(answer)
  }

  /// Registers in each of the wrong ways at one step.
  func expectRefusals(_ ways: [Wrong], _ desk: Desk) async throws {
    let step = try await ask(desk)
    let options = try Passkey.Options(step)
    let answers = try Passkey.answers(ways.map { Passkey.order("create", options, $0.0) })
    for (index, (change, message)) in ways.enumerated() {
      let reply = await post(answers[index]["outcome"], to: step, desk, as: "wrong\(index)")
      #expect(reply.status == 401, "\(change)")
      let reason = reason(desk, "wrong\(index)")
      #expect(reason.hasPrefix(message), "\(JSON.object(change).text()): \(reason)")
    }
  }
}
