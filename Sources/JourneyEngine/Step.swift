import Crypto
public import JSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One step of a journey: the document as received, and its callbacks, which take the answers.
///
/// - Source: am-protocol chapter 2.
public struct Step: Sendable {
  /// The document as received. It holds the `authId`.
  public let document: JSON
  /// The callbacks in the order of the document; what cannot be read as one is carried too.
  public let callbacks: [any Callback]
  /// The server's handle on this attempt; nil for a suspended step without one. As secret as a session: old servers put
  /// the later session token into it.
  public let authID: Secret?
  /// Label of the page, given by the author of the journey; in AM 6.5 a metadata callback carries it.
  public let stage: String?
  /// Title of the page; may hold HTML.
  public let header: String?
  /// Text of the page; may hold HTML.
  public let description: String?
  /// Whether the journey waits for something outside, such as a link in a mail.
  public let isSuspended: Bool

  /// Reads a document.
  package init(_ document: JSON) {
    self.document = document
    let context = StepContext(document)
    let entries = document["callbacks"]?.array ?? []
    callbacks = entries.enumerated().map { CallbackCatalogue.make($1, index: $0, step: context) }
    let id = document["authId"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    authID = id.map { Secret($0) }
    stage = document["stage"]?.string ?? Self.stageOfMetadata(entries)
    header = document["header"]?.string
    description = document["description"]?.string
    isSuspended = id == nil || entries.contains { $0["type"]?.string == "SuspendedTextOutputCallback" }
  }

  /// When the server forgets the step, read from the `authId`; nil where it does not say.
  public var expiresAt: Date? { authID.flatMap { AuthIDClaims($0.revealed)?.expiresAt } }

  private static func stageOfMetadata(_ entries: [JSON]) -> String? {
    for entry in entries where entry["type"]?.string == "MetadataCallback" {
      for output in entry["output"]?.array ?? [] where output["name"]?.string == "data" {
        if let stage = output["value"]?["stage"]?.string { return stage }
      }
    }
    return nil
  }

  /// The document that goes back: the one that was received, and only the values of its inputs changed. Order, numbers,
  /// unknown members, unknown callbacks and what cannot be read stay as they are.
  ///
  /// - Source: am-protocol 2.5.
  package func reply(defaults: Bool = false) -> JSON {
    guard case .object(var object) = document, case .array? = object["callbacks"] else { return document }
    object["callbacks"] = .array(callbacks.map { $0.reply(defaults: defaults) })
    return .object(object)
  }
}

/// What an `authId` says about itself. It is a JWT that only the server can check: nothing here is trusted for more than
/// a countdown and a warning.
///
/// - Source: am-protocol 2.2.
struct AuthIDClaims {
  let claims: JSON

  init?(_ authID: String) {
    let parts = authID.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].count < 64 << 10, let bytes = Base64URL.decode(String(Substring(parts[1]))),
      let claims = try? JSON(parsing: bytes), claims.object != nil
    else { return nil }
    self.claims = claims
  }

  /// End of the attempt; nil where the server does not say, or says nonsense.
  var expiresAt: Date? {
    guard let seconds = claims["exp"]?.double, seconds > 0, seconds < 253_402_300_800 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The journey that was asked for, nil for the realm's default one.
  var journey: String? {
    claims["authIndexType"]?.string == "service" ? claims["authIndexValue"]?.string : nil
  }
}
