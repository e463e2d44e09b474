import Crypto
import Foundation
import JSON
import PseudoTerminal
import Testing

@testable import JourneySandbox

/// An authenticator that is not ours: `attestations.py`, on cbor2 and cryptography.
enum Passkey {
  static let origin = "http://127.0.0.1:8080"

  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "attestations.py")

  /// The answers to orders, in their order: `outcome`, and of a new credential `key` and `credential`.
  static func answers(_ orders: [JSON.Object]) throws -> [JSON] {
    // Debian's own Python is the one that has Debian's packages.
    let result = try Program(path: "/usr/bin/python3").run(
      [script.path], environment: ["PATH": "/usr/bin:/bin"], input: JSON.array(orders.map(JSON.object)).text())
    try #require(result.status == 0, "\(result.errors)")
    return try #require(try JSON(parsing: result.output).array)
  }

  /// The plain order of a step, with what differs put over it.
  static func order(_ ceremony: String, _ options: Options, _ more: JSON.Object = [:]) -> JSON.Object {
    let plain: JSON.Object = [
      "ceremony": .string(ceremony), "challenge": .string(Base64.encode(options.challenge)), "origin": .string(origin),
      "party": .string(options.party),
    ]
    return plain.merging(more)
  }

  /// What a step asks for, in whichever form.
  struct Options {
    var challenge: [UInt8]
    var party: String
    var isRegistration: Bool

    init(_ step: JSON) throws {
      let callbacks = step["callbacks"]?.array ?? []
      let outputs = callbacks.flatMap { $0["output"]?.array ?? [] }.compactMap { $0["value"] }
      if let data = outputs.first(where: { $0["_type"]?.string == "WebAuthn" }) {
        challenge = try #require(data["challenge"]?.string.flatMap(Base64.decode))
        party = try #require(data["_relyingPartyId"]?.string)
        isRegistration = data["_action"]?.string == "webauthn_registration"
        return
      }
      let script = try #require(outputs.compactMap(\.string).first { $0.contains("navigator.credentials") })
      isRegistration = script.contains("credentials.create")
      let list = try #require(script.firstMatch(of: /challenge: new Int8Array\(\[([-0-9, ]+)\]\)/)?.output.1)
      challenge = list.split(separator: ", ").compactMap { Int8($0) }.map { UInt8(bitPattern: $0) }
      let id = isRegistration ? /rp: \{ id: "([^"]*)"/ : /rpId: "([^"]*)"/
      party = String(try #require(script.firstMatch(of: id)?.output.1))
    }
  }
}

/// A credential that a test has made.
struct TestCredential {
  var id: String
  var key: String
  var algorithm: Int

  init(_ answer: JSON) throws {
    id = try #require(answer["credential"]?.string)
    key = try #require(answer["key"]?.string)
    algorithm = try #require(answer["algorithm"]?.integer)
  }

  /// What an order to sign with it says.
  func order(_ more: JSON.Object = [:]) -> JSON.Object {
    let own: JSON.Object = [
      "credential": .string(id), "key": .string(key), "algorithm": .number(JSON.Number(algorithm)),
    ]
    return own.merging(more)
  }
}
