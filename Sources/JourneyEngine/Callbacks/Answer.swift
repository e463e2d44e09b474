public import JSON

/// A value for an input before it is converted: what a person typed, or what a program gave.
public enum Answer: Sendable, Hashable {
  case text(String)
  case json(JSON)
}

/// Why a value cannot be the answer to an input. Nothing was set or sent.
public struct AnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person. It never holds the value of a secret input.
  public let message: String
  /// What would be taken, if that can be said.
  public let hint: String?

  /// An error with its sentence, and with what would be taken.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The sentence.
  public var description: String { message }
}
