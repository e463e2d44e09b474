public import JSON

/// Asks for a proof that the app is genuine.
///
/// Wire: on Android outputs `requestType` (`classic`, `standard`, in any case), `projectNumber`, `nonce`, inputs
/// `IDTokenNtoken`, `…clientError`; on iOS outputs `challenge`, `attestToken`, inputs `…clientError`,
/// `…attestToken`, `…token`, `…clientData`, `…keyId`. All texts. A client that cannot answers with the error
/// `ClientDeviceErrors`.
///
/// - Source: am-protocol 3.1, 3.7.
public final class AppIntegrityCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "AppIntegrityCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Which proof is wanted.
  public var requestType: String { text("requestType") ?? "" }

  /// The Google Cloud project.
  public var projectNumber: String { text("projectNumber") ?? "" }

  /// What the proof is to hold; `""` for none.
  public var nonce: String { text("nonce") ?? "" }

  /// The proof that goes out.
  public var token: String {
    get { inputText(suffix: "token") }
    set { setInput(suffix: "token", newValue) }
  }

  /// The proof.
  public var valueInput: Int? { wire.input(suffix: "token") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The proofs are.
  public func isSecret(input: Int) -> Bool {
    input == wire.input(suffix: "token") || input == wire.input(suffix: "attestToken")
  }

  /// Until a proof or an error was set.
  public var needsAnswer: Bool { !isSettled(by: "token") }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
