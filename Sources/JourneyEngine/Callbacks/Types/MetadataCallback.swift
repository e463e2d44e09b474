public import JSON

/// A document for the page: what a WebAuthn or a PingOne Protect node needs, the stage in AM 6.5, or anything that
/// a script wrote.
///
/// Wire: output `data`, an object; no input. `data._type` and `data._action` say what it is.
///
/// - Source: am-protocol 2.7, 3.2, 3.5.1, 3.7.
public final class MetadataCallback: KnownCallback {
  static let wireType = "MetadataCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The document; empty where the server sent none.
  public var value: JSON.Object { wire.output("data")?.object ?? JSON.Object() }

  /// The stage, which AM 6.5 sends here.
  public var stage: String? {
    guard let stage = value["stage"]?.string, !stage.isEmpty else { return nil }
    return stage
  }

  /// The options for the authenticator, where this is a step of WebAuthn.
  public var webAuthn: WebAuthnOptions? { WebAuthnOptions(data: value) }

  /// What the document stands for.
  public var derivedType: String? {
    if let operation = WebAuthnOptions.operation(of: value) { return operation.derivedType }
    guard value["_type"] == "PingOneProtect" else { return nil }
    switch value["_action"] {
    case "protect_initialize": return "protect-initialize"
    case "protect_risk_evaluation": return "protect-evaluation"
    default: return nil
    }
  }
}
