/// A callback that asks the client's device for something, and takes the reason where that is not possible.
///
/// Wire: an input `IDTokenNclientError`, text, `""` for no error.
///
/// - Source: am-protocol 3.6, 3.7.
public protocol ClientErrorCallback: Callback {}

extension ClientErrorCallback {
  /// Why the device could not do it. Device nodes take it as the name of their outcome, so it has to be one of
  /// those that are configured: `Abort`, `Timeout`, `Unsupported`, `ClientNotRegistered`.
  public var clientError: String {
    get { inputText(suffix: "clientError") }
    set { setInput(suffix: "clientError", newValue) }
  }

  /// Whether the inputs of these suffixes, as far as they are there, were set, or an error instead of them.
  func isSettled(by suffixes: String...) -> Bool {
    if let error = wire.input(suffix: "clientError"), isAnswered(input: error) { return true }
    let inputs = suffixes.compactMap { wire.input(suffix: $0) }
    // A broken callback has none of them: then the input that stands in their place counts.
    if inputs.isEmpty { return valueInput.map { isAnswered(input: $0) } ?? true }
    return inputs.allSatisfy { isAnswered(input: $0) }
  }
}
