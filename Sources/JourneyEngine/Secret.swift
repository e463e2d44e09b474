/// A text that must not be seen: a session token, an `authId`, an access token.
///
/// It prints, interpolates, dumps and reflects as dots, so that it cannot slip into a log, a trace or an error. Whoever
/// needs the text asks for ``revealed``, which is easy to search for. Compared by UTF-8 bytes.
public struct Secret: Sendable {
  /// The text itself.
  public let revealed: String

  /// Wraps a text.
  public init(_ text: String) {
    revealed = text
  }

  /// The form in which a person may see it: the first four characters and the length, `eyJ0…(1,234)`; of less than 40
  /// characters the length alone, `(12)`.
  public var masked: String {
    let count = revealed.count
    let length = "(\(grouped(count)))"
    return count < 40 ? length : "\(revealed.prefix(4))…\(length)"
  }

  private func grouped(_ number: Int) -> String {
    var text = ""
    for (position, digit) in String(number).reversed().enumerated() {
      if position > 0, position.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

extension Secret: Hashable {
  /// Whether both texts have the same bytes.
  public static func == (left: Secret, right: Secret) -> Bool {
    left.revealed.utf8.elementsEqual(right.revealed.utf8)
  }

  /// Feeds the bytes into the hasher.
  public func hash(into hasher: inout Hasher) {
    var text = revealed
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Dots, whatever the text.
  public var description: String { "••••••" }
  /// Dots, whatever the text.
  public var debugDescription: String { description }
  /// Nothing: `dump` shows dots too.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
