public import JSON

/// Asks what device this is.
///
/// Wire: outputs `metadata` and `location` (booleans: which blocks are wanted), `message`; input a JSON **text**:
/// `{"identifier":"…","metadata":{…},"location":{…}}`. Without `identifier`, with a text that is no JSON, or above
/// the node's limit (by default 3,072 bytes) the journey ends; an empty text brings the step again.
///
/// - Source: am-protocol 3.1, 3.7, 8.3.
public final class DeviceProfileCallback: KnownCallback, MessageCallback {
  static let wireType = "DeviceProfileCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Whether the block `metadata` is wanted.
  public var metadata: Bool { flag("metadata") ?? false }

  /// Whether the block `location` is wanted.
  public var location: Bool { flag("location") ?? false }

  /// The JSON text that goes out.
  public var profile: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// Until a profile was set.
  public var needsAnswer: Bool {
    valueInput.map { !isAnswered(input: $0) } ?? false
  }

  /// A JSON object, or its text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.document(answer)
  }
}
