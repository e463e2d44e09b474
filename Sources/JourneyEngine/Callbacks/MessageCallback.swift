/// A callback that says something. Its message is a plain text, as in the SDK; of `any Callback` it is optional.
public protocol MessageCallback: Callback {}

extension MessageCallback {
  /// The text; `""` where the server sent none. It may hold HTML.
  public var message: String { text("message") ?? "" }
}
