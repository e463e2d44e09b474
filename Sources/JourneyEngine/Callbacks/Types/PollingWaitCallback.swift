import JSON

/// A pause before the step may be sent again.
///
/// Wire: outputs `waitTime`, milliseconds as text, for example `"8000"`, or as a number, and `message`; no input.
/// It may change from answer to answer. One that cannot be read counts as a second: read as zero it would make a
/// busy loop. The callback has to go back: nodes tell by it that they have begun.
///
/// - Source: am-protocol 3.1, 3.8, 2.5.
public final class PollingWaitCallback: KnownCallback, MessageCallback {
  static let wireType = "PollingWaitCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Milliseconds.
  public var waitTime: Int {
    guard let output = wire.output("waitTime") else { return 1000 }
    if let whole = output.lenientInteger { return whole >= 0 ? whole : 1000 }
    let number = output.double ?? output.string.flatMap { JSON.Number(text: $0.trimmed)?.double }
    guard let number, number >= 0, number < 1e15 else { return 1000 }
    return Int(number.rounded(.up))
  }

  /// The pause.
  public var waitMilliseconds: Int? { waitTime }
}
