public import JSON

/// Asks to bind this device: to make a key pair and to sign a challenge with it.
///
/// Wire: outputs `userId`, `username`, `authenticationType`, `challenge` (standard base64), `title`, `subtitle`,
/// `description`, `timeout` (**seconds**), `attestation` (a boolean); inputs `IDTokenNjws`, `…deviceName`,
/// `…deviceId`, `…clientError`, all texts. The node goes on with a JWS and a device id, else with a client error,
/// else it sends a new challenge.
///
/// - Source: am-protocol 3.1, 3.6, 8.1.
public final class DeviceBindingCallback: KnownCallback, ClientErrorCallback {
  static let wireType = "DeviceBindingCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The universal id, which goes into `sub` as it is.
  public var userId: String { text("userId") ?? "" }

  /// For display.
  public var userName: String { text("username") ?? "" }

  /// How the key is to be protected: `BIOMETRIC_ONLY`, `BIOMETRIC_ALLOW_FALLBACK`, `APPLICATION_PIN`, `NONE`.
  public var deviceBindingAuthenticationType: String { text("authenticationType") ?? "NONE" }

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

  /// Whether the key has to be attested.
  public var attestation: Bool { flag("attestation") ?? false }

  /// The signed challenge.
  public var jws: String {
    get { inputText(suffix: "jws") }
    set { setInput(suffix: "jws", newValue) }
  }

  /// A stable id of this device.
  public var deviceId: String {
    get { inputText(suffix: "deviceId") }
    set { setInput(suffix: "deviceId", newValue) }
  }

  /// What a person calls this device; may stay empty.
  public var deviceName: String {
    get { inputText(suffix: "deviceName") }
    set { setInput(suffix: "deviceName", newValue) }
  }

  /// The JWS.
  public var valueInput: Int? { wire.input(suffix: "jws") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The JWS is.
  public func isSecret(input: Int) -> Bool { input == wire.input(suffix: "jws") }

  /// Until a JWS and a device id, or an error, were set.
  public var needsAnswer: Bool { !isSettled(by: "jws", "deviceId") }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
