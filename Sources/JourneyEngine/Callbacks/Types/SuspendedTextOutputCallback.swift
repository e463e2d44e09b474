/// Says that the journey goes on elsewhere: through a link that was sent out of band.
///
/// Wire: outputs `message`, `messageType`; no input. The step is not to be posted back.
///
/// - Source: am-protocol 3.1, 3.2, 9.4.
public final class SuspendedTextOutputCallback: KnownCallback, MessageCallback, TypedMessageCallback {
  static let wireType = "SuspendedTextOutputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }
}
