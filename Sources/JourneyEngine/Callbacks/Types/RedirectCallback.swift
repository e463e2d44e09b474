public import JSON

/// Sends the person to another site; the journey goes on with what that site appends to the return URL.
///
/// Wire: outputs `redirectUrl`, `redirectMethod` (`GET`, `POST`), `trackingCookie` (whether the step is kept and
/// resumed), `redirectData` (an object of texts, the form of a POST); no input.
///
/// - Source: am-protocol 3.1, 9.5.
public final class RedirectCallback: KnownCallback {
  static let wireType = "RedirectCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Where to go; `""` where the server sent none.
  public var redirectUrl: String { text("redirectUrl") ?? "" }

  /// `GET` unless the server says otherwise.
  public var redirectMethod: String { text("redirectMethod") ?? "GET" }

  /// Whether the step has to be kept for the way back.
  public var trackingCookie: Bool { flag("trackingCookie") ?? false }

  /// The fields of a form to post.
  public var redirectData: JSON.Object { wire.output("redirectData")?.object ?? JSON.Object() }
}
