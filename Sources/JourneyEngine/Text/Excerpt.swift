extension ServerText {
  /// The beginning of an answer that nobody expected: about a hundred harmless characters, tags and what looks like a
  /// token left out; nil for nothing.
  ///
  /// What was cut off in the middle of a JSON document may hold an `authId` or a session token: long words of the token
  /// alphabet become `…`.
  package static func excerpt(_ body: [UInt8], limit: Int = 100) -> String? {
    let head = body.prefix(8 << 10)
    let text = joined(visible(HTMLText.readable(String(decoding: head, as: UTF8.self))))
    let masked = text.split(separator: " ").map { maskingTokens(String($0)) }.joined(separator: " ")
    guard !masked.isEmpty else { return nil }
    let scalars = masked.unicodeScalars
    return scalars.count <= limit ? masked : String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }

  /// A word without its runs of token characters that are 20 or more long and hold a digit, and without the value of a
  /// member that holds a token.
  private static func maskingTokens(_ word: String) -> String {
    var result: [UInt8] = []
    var run: [UInt8] = []
    func flush() {
      let isSecret = run.count >= 20 && run.contains { (0x30...0x39).contains($0) } || isTokenMember(result)
      if !run.isEmpty { result += isSecret ? Array("…".utf8) : run }
      run = []
    }
    for byte in word.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: run.append(byte)
      default:
        if "-_.*+=/~%".utf8.contains(byte) {
          run.append(byte)
        } else {
          flush()
          result.append(byte)
        }
      }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  private static func isTokenMember(_ before: [UInt8]) -> Bool {
    guard before.last == UInt8(ascii: "\"") else { return false }
    let text = String(decoding: before.suffix(24), as: UTF8.self)
    return ["\"authId\":\"", "\"tokenId\":\"", "token\":\""].contains { text.hasSuffix($0) }
  }
}
