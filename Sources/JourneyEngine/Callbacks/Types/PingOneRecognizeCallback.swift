public import JSON

/// Asks for a biometric enrolment or authentication by PingOne Recognize.
///
/// Wire: outputs `operationType` (`ENROLL`, `AUTHENTICATE`), `host`, `apiKey`, `websocketURL`, `customerName`,
/// `username`, `imageEncryptionPublicKey`, `imageEncryptionKeyId`, `transactionData`, `generateClientState`,
/// `clientState`, `mobileSDKOptions` (an object of texts); inputs `IDTokenNsignedJwt`, `…clientState`,
/// `…recognizeId`, `…devicePublicSigningKey`, `…clientError`, `…clientErrorCode`, all texts. A client without it
/// answers with the error `SDK_ERROR` and the code `1000`.
///
/// - Source: am-protocol 3.1, 3.7.
public final class PingOneRecognizeCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "PingOneRecognizeCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// `ENROLL` or `AUTHENTICATE`.
  public var operationType: String { text("operationType") ?? "AUTHENTICATE" }

  /// For whom.
  public var username: String { text("username") ?? "" }

  /// What is to be signed.
  public var transactionData: String { text("transactionData") ?? "" }

  /// The signed result.
  public var signedJwt: String {
    get { inputText(suffix: "signedJwt") }
    set { setInput(suffix: "signedJwt", newValue) }
  }

  /// The signed result.
  public var valueInput: Int? { wire.input(suffix: "signedJwt") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The signed result and the client state are.
  public func isSecret(input: Int) -> Bool {
    input == wire.input(suffix: "signedJwt") || input == wire.input(suffix: "clientState")
  }

  /// Until a result or an error was set.
  public var needsAnswer: Bool { !isSettled(by: "signedJwt") }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
