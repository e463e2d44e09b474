public import JSON

/// One of the answers that a callback offers: what is sent, and what a person reads.
public struct CallbackOption: Sendable, Hashable {
  /// A number for choices and confirmations, the name for identity providers, the text for questions.
  public let value: JSON
  /// As the server sent it; it may hold HTML.
  public let label: String

  /// An option from its two parts.
  public init(value: JSON, label: String) {
    self.value = value
    self.label = label
  }
}
