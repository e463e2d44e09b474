public import JSON

/// A callback that asks for one attribute of the identity.
///
/// Wire: the outputs of a ``ValidatedCallback``, and `name` (the attribute's path, such as
/// `preferences/marketing`), `required` (a boolean; up to AM 7.0 a number) and `value`, which the input mostly
/// repeats.
///
/// - Source: am-protocol 3.1, 3.4.
public protocol AttributeInputCallback: ValidatedCallback {}

extension AttributeInputCallback {
  /// The path of the attribute.
  public var name: String { text("name") ?? "" }

  /// Whether it must have a value.
  public var required: Bool { flag("required") ?? false }

  /// The value that the identity has now.
  public var defaultAnswer: JSON? {
    switch wire.output("value") {
    case nil, .null?, .string("")?: nil
    case let value: value
    }
  }
}
