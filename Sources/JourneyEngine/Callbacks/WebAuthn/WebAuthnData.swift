import Crypto
import JSON

// The document form. Members with an underscore came with AM 7.1 and win; before it there were only texts made for
// scripts.
extension WebAuthnOptions {
  /// Which operation a metadata document stands for: by `_action`, else, where `_type` is `WebAuthn`, by its
  /// members.
  static func operation(of data: JSON.Object) -> Operation? {
    switch data["_action"] {
    case "webauthn_registration": return .registration
    case "webauthn_authentication": return .authentication
    default: break
    }
    guard data["_type"] == "WebAuthn" else { return nil }
    if data.either("pubKeyCredParams") != nil { return .registration }
    return data.either("allowCredentials") != nil ? .authentication : nil
  }

  init?(data: JSON.Object) {
    guard let operation = Self.operation(of: data) else { return nil }
    self.init(operation)
    challenge = data["challenge"]?.string.flatMap { Base64.decode($0) ?? Base64URL.decode($0) }
    timeoutMilliseconds = data["timeout"]?.lenientInteger
    relyingPartyID = Self.relyingParty(data)
    relyingPartyName = data["relyingPartyName"]?.string
    userID = data["userId"]?.string
    userName = data["userName"]?.string
    userDisplayName = data["displayName"]?.string
    attestation = data["attestationPreference"]?.string
    requestedVerification = data["userVerification"]?.string
    authenticatorSelection = AuthenticatorSelection(data.either("authenticatorSelection")?.orParsed)
    algorithms = Self.algorithms(data.either("pubKeyCredParams")?.orParsed)
    excludeCredentials = data.either("excludeCredentials").map(Self.credentials)
    allowCredentials = data.either("allowCredentials").map(Self.credentials)
    extensions = data["extensions"]?.object ?? JSON.Object()
    supportsJSONResponse = data["supportsJsonResponse"]?.lenientBool ?? false
    mediation = data["mediation"]?.string
  }

  static func algorithms(_ list: JSON?) -> [Int] {
    (list?.array ?? []).compactMap { $0["alg"]?.lenientInteger }
  }

  /// The ids of a list; as text they stand in `Int8Array`s. What holds anything but bytes is left out.
  static func credentials(_ list: JSON) -> [[UInt8]] {
    if let text = list.string {
      let script = ScriptText(text)
      return script.byteArrays(in: 0..<script.bytes.count)
    }
    return (list.array ?? []).compactMap { entry in
      entry["id"]?.array.flatMap { SignedBytes.unsigned($0.map(\.integer)) }
    }
  }

  /// The plain domain, else what stands in `id: "example.com",` or `rpId: "example.com",`.
  private static func relyingParty(_ data: JSON.Object) -> String? {
    if let plain = data["_relyingPartyId"]?.string, !plain.isEmpty { return plain }
    guard let text = data["relyingPartyId"]?.string else { return nil }
    let script = ScriptText(text)
    let place = script.member("rpId") ?? script.member("id")
    guard let domain = place.flatMap({ script.string(at: $0) })?.text, !domain.isEmpty else { return nil }
    return domain
  }
}

extension JSON.Object {
  /// The member with an underscore before its name, else the one without; null counts as missing.
  fileprivate func either(_ name: String) -> JSON? {
    if let value = self["_\(name)"], !value.isNull { return value }
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }
}

extension JSON {
  /// A JSON text as what it says, everything else as it is.
  fileprivate var orParsed: JSON {
    string.flatMap { try? JSON(parsing: $0) } ?? self
  }
}
