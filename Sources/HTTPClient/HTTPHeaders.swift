/// Header fields in the order in which they came or go out, several of one name included.
///
/// Names are compared without regard to ASCII case. Values are as sent, without the blanks around them.
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// The fields, in order.
  package var entries: [(name: String, value: String)]

  /// No fields.
  package init() { entries = [] }

  /// The fields given, in their order.
  package init(_ entries: [(name: String, value: String)]) { self.entries = entries }

  /// The fields of a literal, in their order, doubles kept.
  package init(dictionaryLiteral elements: (String, String)...) { entries = elements.map { ($0.0, $0.1) } }

  /// The value of the first field of that name.
  package subscript(name: String) -> String? { entries.first { Self.isSameName($0.name, name) }?.value }

  /// The values of all fields of that name, in order.
  package func all(_ name: String) -> [String] {
    entries.compactMap { Self.isSameName($0.name, name) ? $0.value : nil }
  }

  /// Appends a field; others of the name stay.
  package mutating func add(_ name: String, _ value: String) { entries.append((name, value)) }

  /// Removes the fields of that name and appends this one.
  package mutating func replace(_ name: String, _ value: String) {
    remove(name)
    add(name, value)
  }

  /// Removes all fields of that name.
  package mutating func remove(_ name: String) { entries.removeAll { Self.isSameName($0.name, name) } }

  /// Tells whether two header names are the same, ASCII case aside.
  package static func isSameName(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let same = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in isSame(left, right) }
    }
    return (same ?? nil) ?? isSame(left.utf8, right.utf8)
  }

  private static func isSame(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    left.elementsEqual(right) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
