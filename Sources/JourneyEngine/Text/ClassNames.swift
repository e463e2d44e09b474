extension ServerText {
  /// The text without Java class names in front of it: `org.example.SomeException: text` is `text`, also when several
  /// stand one behind the other. A class name alone stays.
  public static func withoutClassNames(_ text: String) -> String {
    var rest = text[...]
    while let end = endOfClassName(rest) {
      let after = rest[end...].drop { $0 == " " }
      guard !after.isEmpty else { break }
      rest = after
    }
    return String(rest)
  }

  /// The index behind a qualified class name and its colon: two packages at least in lower case, then a name that begins
  /// in upper case.
  private static func endOfClassName(_ text: Substring) -> Substring.Index? {
    let start = text.drop { $0 == " " }
    guard let colon = start.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let behind = start.utf8.index(after: colon)
    guard behind == start.endIndex || start.utf8[behind] == UInt8(ascii: " ") else { return nil }
    let parts = start[..<colon].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let last = parts.last, isName(last, upper: true) else { return nil }
    return parts.dropLast().allSatisfy { isName($0, upper: false) } ? behind : nil
  }

  private static func isName(_ part: Substring.UTF8View, upper: Bool) -> Bool {
    guard let first = part.first, (upper ? 0x41...0x5A : 0x61...0x7A).contains(first) else { return false }
    return part.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
      default: false
      }
    }
  }
}
