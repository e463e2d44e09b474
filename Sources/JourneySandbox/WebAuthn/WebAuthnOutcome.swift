import Crypto
import JSON

/// What a client puts into the hidden value `webAuthnOutcome` (am-protocol 3.5.3).
enum WebAuthnOutcome: Sendable {
  /// The client has no WebAuthn.
  case unsupported
  /// What the browser's function threw.
  case error(name: String, message: String)
  /// The parts of a result, and how the authenticator is attached where the client tells it.
  case result([String], attachment: String?)

  /// Reads the older form, a text with `::` between its parts, and the one in JSON. What is neither is an exception in AM.
  init(_ text: String) throws(NodeFailure) {
    guard let members = (try? JSON(parsing: text))?.object, members["legacyData"] != nil || members["error"] != nil
    else {
      self = try WebAuthnOutcome.older(text, attachment: nil)
      return
    }
    if let error = members["error"]?.string {
      self = try WebAuthnOutcome.error(error)
    } else {
      self = try WebAuthnOutcome.older(
        members["legacyData"]?.string ?? "", attachment: members["authenticatorAttachment"]?.string)
    }
  }

  private static func older(_ text: String, attachment: String?) throws(NodeFailure) -> WebAuthnOutcome {
    if text == "unsupported" { return .unsupported }
    let parts = text.split(separator: "::", omittingEmptySubsequences: false).map(String.init)
    if parts[0] == "ERROR" { return try error(parts.dropFirst().joined(separator: "::")) }
    guard parts.count >= 3 else { throw NodeFailure("webAuthnOutcome is no outcome of WebAuthn") }
    return .result(parts, attachment: attachment)
  }

  private static func error(_ text: String) throws(NodeFailure) -> WebAuthnOutcome {
    guard let colon = text.firstIndex(of: ":") else { return .error(name: "UnknownError", message: text) }
    let name = text[..<colon]
    guard name.hasSuffix("Error"), exceptions.contains(String(name.dropLast(5))) else {
      throw NodeFailure("webAuthnOutcome names an error that browsers do not have")
    }
    return .error(name: String(name), message: trimmed(text[text.index(after: colon)...]))
  }

  /// The names of DOM exceptions that AM knows, without the `Error` that each ends in.
  private static let exceptions: Set<String> = [
    "NotAllowed", "Security", "Abort", "NotSupported", "InvalidState", "Unknown", "Network", "Timeout", "Encoding",
    "Constraint", "Data", "HierarchyRequest", "WrongDocument", "InvalidCharacter", "NoModificationAllowed", "NotFound",
    "InUseAttribute", "Syntax", "InvalidModification", "Namespace", "InvalidAccess", "TypeMismatch", "URLMismatch",
    "QuotaExceeded", "InvalidNodeType", "DataClone", "NotReadable", "TransactionInactive", "ReadOnly", "Version",
    "Operation",
  ]
}

/// `{clientDataJSON}::{attestationObject}::{credentialId}[::{deviceName}]`
struct RegistrationResult: Sendable {
  let clientData: String
  let attestation: [UInt8]
  let credentialID: [UInt8]
  let deviceName: String?

  init(_ parts: [String]) throws(NodeFailure) {
    clientData = parts[0]
    attestation = try SignedBytes.read(parts[1])
    credentialID = try SignedBytes.credentialID(parts[2])
    deviceName = parts.count == 4 && !parts[3].isEmpty ? parts[3] : nil
  }
}

/// `{clientDataJSON}::{authenticatorData}::{signature}::{credentialId}[::{userHandle}]`
struct AuthenticationResult: Sendable {
  let clientData: String
  let authenticatorData: [UInt8]
  let signature: [UInt8]
  let credentialID: [UInt8]
  /// The user name in the user handle, empty for one that no registration has given; nil where the authenticator told none.
  let handle: String?

  init(_ parts: [String]) throws(NodeFailure) {
    guard parts.count >= 4 else { throw NodeFailure("webAuthnOutcome has too few parts") }
    clientData = parts[0]
    authenticatorData = try SignedBytes.read(parts[1])
    signature = try SignedBytes.read(parts[2])
    credentialID = try SignedBytes.credentialID(parts[3])
    // The handle is the base64url text that the registration gave as user id (am-protocol 8.4).
    let told = parts.count > 4 && !parts[4].isEmpty ? parts[4] : nil
    handle = told.map { String(decoding: Base64URL.decode($0) ?? [], as: UTF8.self) }
  }
}

/// Bytes as Java writes them: from -128 to 127, in decimal.
enum SignedBytes {
  /// Reads numbers with commas and nothing else between them.
  static func read(_ text: String) throws(NodeFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let byte = Int8(Substring(number)) else {
        throw NodeFailure("webAuthnOutcome has a byte that is not between -128 and 127")
      }
      bytes.append(UInt8(bitPattern: byte))
    }
    return bytes
  }

  static func credentialID(_ text: String) throws(NodeFailure) -> [UInt8] {
    guard let bytes = Base64URL.decode(text), !bytes.isEmpty else {
      throw NodeFailure("webAuthnOutcome has a credential id that is not base64url")
    }
    return bytes
  }

  static func json(_ bytes: [UInt8]) -> JSON {
    .array(bytes.map { .number(JSON.Number(Int(Int8(bitPattern: $0)))) })
  }

  /// `new Int8Array([…]).buffer`
  static func script(_ bytes: [UInt8]) -> String {
    "new Int8Array([\(bytes.map { String(Int8(bitPattern: $0)) }.joined(separator: ", "))]).buffer"
  }
}
