public import JSON

/// What a callback may need to know of the step that it stands in.
public struct StepContext: Sendable {
  /// The step as received, null for a callback on its own.
  public let document: JSON

  /// The context for the callbacks of a step document.
  public init(_ document: JSON = .null) {
    self.document = document
  }

  /// The text that the chains of the open fork send beside a callback, mostly what was wrong with its last answer.
  ///
  /// Wire: `infoText`, an array of texts by callback position, `""` for none, maybe shorter than `callbacks`.
  ///
  /// - Source: am-protocol 2.12.
  public func info(at index: Int) -> String? {
    guard let text = document["infoText"]?[index]?.string, !text.isEmpty else { return nil }
    return text
  }
}
