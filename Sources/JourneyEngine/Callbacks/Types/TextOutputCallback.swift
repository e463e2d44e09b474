/// A text to show, or a script for a browser page.
///
/// Wire: outputs `message` and `messageType`, text `"0"` information, `"1"` warning, `"2"` error, `"4"` script; a
/// number is read as well, and anything else is a plain text. No input. Types 0 to 2 may hold HTML. The message of
/// type 4 is JavaScript, which is not run and not shown; what some scripts of AM carry is read out of it: WebAuthn
/// options, an enrolment URI, recovery codes.
///
/// - Source: am-protocol 3.2, 3.5.2, 3.8.
public final class TextOutputCallback: KnownCallback, MessageCallback, TypedMessageCallback {
  static let wireType = "TextOutputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The WebAuthn options in a script of a WebAuthn node.
  public var webAuthn: WebAuthnOptions? {
    isScript ? WebAuthnOptions(script: message) : nil
  }

  /// What a Recovery Code Display node shows; it does so once.
  public var recoveryCodes: RecoveryCodes? {
    isScript ? RecoveryCodes(script: message) : nil
  }

  /// `webauthn-registration` or `webauthn-authentication` for a script of a WebAuthn node.
  public var derivedType: String? { webAuthn?.operation.derivedType }

  /// The URI in the script that draws a QR code, or in the text.
  public var uri: String? { EnrolmentURI.find(in: message, isScript: isScript) }

  private var isScript: Bool {
    let type: MessageType = messageType
    return type == .script
  }
}
