public import JSON

/// Asks to sign a challenge with the key of a bound device.
///
/// Wire: outputs `userId` (`""` or null: the server finds the user by the key), `challenge` (standard base64),
/// `title`, `subtitle`, `description`, `timeout` (**seconds**); inputs `IDTokenNjws`, `…clientError`, both texts.
///
/// - Source: am-protocol 3.1, 3.6, 8.2.
public final class DeviceSigningVerifierCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "DeviceSigningVerifierCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The universal id; nil where any user may sign.
  public var userId: String? {
    guard let id = text("userId"), !id.isEmpty else { return nil }
    return id
  }

  /// The challenge as text: it goes into the JWS so.
  public var challenge: String { text("challenge") ?? "" }

  /// What a dialogue says.
  public var title: String { text("title") ?? "" }

  /// What a dialogue says below it.
  public var subtitle: String { text("subtitle") ?? "" }

  /// What a dialogue explains.
  public var description: String { text("description") ?? "" }

  /// Seconds; 60 where the server sent none.
  public var timeout: Int { integer("timeout") ?? 60 }

  /// The signed challenge.
  public var jws: String {
    get { inputText(suffix: "jws") }
    set { setInput(suffix: "jws", newValue) }
  }

  /// The JWS.
  public var valueInput: Int? { wire.input(suffix: "jws") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The JWS is.
  public func isSecret(input: Int) -> Bool { input == wire.input(suffix: "jws") }

  /// Until a JWS or an error was set.
  public var needsAnswer: Bool { !isSettled(by: "jws") }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
