public import JSON

/// Asks whether data may be shared with one mapping.
///
/// Wire: outputs `name`, `displayName`, `icon`, `accessLevel`, `isRequired` (a boolean), `message`, `fields` (the
/// titles of the attributes, as texts or as objects); input a boolean.
///
/// - Source: am-protocol 3.1, 3.4.
public final class ConsentMappingCallback: KnownCallback, MessageCallback {
  static let wireType = "ConsentMappingCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The mapping.
  public var name: String { text("name") ?? "" }

  /// What a person calls it.
  public var displayName: String { text("displayName") ?? "" }

  /// The URL of a picture, `""` for none.
  public var icon: String { text("icon") ?? "" }

  /// How much is shared.
  public var accessLevel: String { text("accessLevel") ?? "" }

  /// Whether the journey needs the consent.
  public var isRequired: Bool { flag("isRequired") ?? false }

  /// The titles of the attributes; what has none is left out.
  public var fields: [String] {
    (wire.output("fields")?.array ?? []).compactMap { entry in
      entry.string ?? entry["title"]?.string ?? entry["name"]?.string
    }
  }

  /// Whether consent is given.
  public var accepted: Bool {
    get { valueInput.flatMap { wire.current($0) }?.lenientBool ?? false }
    set { setInput(valueInput, .bool(newValue)) }
  }

  /// Where it is required, until it is true.
  public var needsAnswer: Bool {
    isRequired && (valueInput.map { wire.current($0) != .bool(true) } ?? false)
  }

  /// True or false.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.boolean(answer)
  }
}
