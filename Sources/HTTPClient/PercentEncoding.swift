/// Percent-encoding, and the form encoding made of it.
///
/// Encoding keeps the unreserved characters of RFC 3986 (letters, digits, `-`, `.`, `_`, `~`) and escapes every other
/// byte of the UTF-8 text, a blank as `%20`. That is right in a path segment, a query and a form body alike.
package enum PercentEncoding {
  /// Escapes everything but unreserved characters.
  package static func encode(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    append(text, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Undoes `%HH` escapes; a `+` stays a plus sign. Nil for a percent sign without two hexadecimal digits, and for
  /// escapes that do not make UTF-8.
  package static func decode(_ text: String) -> String? { decode(text[...], plusIsBlank: false) }

  /// An `application/x-www-form-urlencoded` body (or a query) of the pairs in the order given.
  package static func form(_ pairs: [(String, String)]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(pairs.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 2 })
    for (name, value) in pairs {
      if !result.isEmpty { result.append(UInt8(ascii: "&")) }
      append(name, to: &result)
      result.append(UInt8(ascii: "="))
      append(value, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads a query or form body: pairs in order, doubles kept, `+` and `%20` both a blank. A part without `=` has an
  /// empty value, empty parts are skipped, and a part that cannot be decoded stays as it was written.
  package static func parseQuery(_ query: String) -> [(name: String, value: String)] {
    query.utf8.split(separator: UInt8(ascii: "&")).map { part in
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let name = Substring(part[..<(equals ?? part.endIndex)])
      let value = equals.map { Substring(part[part.index(after: $0)...]) } ?? ""
      return (
        decode(name, plusIsBlank: true) ?? String(name), decode(value, plusIsBlank: true) ?? String(value)
      )
    }
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if isUnreserved(byte) { bytes.append(byte) } else { append(byte, to: &bytes) }
    }
  }

  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(hexadecimalDigit(byte >> 4))
    bytes.append(hexadecimalDigit(byte & 0x0F))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func decode(_ text: Substring, plusIsBlank: Bool) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = bytes.next().flatMap(hexadecimalValue), let low = bytes.next().flatMap(hexadecimalValue)
        else { return nil }
        result.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank: result.append(UInt8(ascii: " "))
      default: result.append(byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
