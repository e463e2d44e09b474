/// A callback that asks a question. Its prompt is a plain text, as in the SDK; of `any Callback` it is optional.
public protocol PromptedCallback: Callback {}

extension PromptedCallback {
  /// The question; `""` where the server sent none. It may hold HTML.
  public var prompt: String { text("prompt") ?? "" }
}
