/// The cookies of a request.
struct Cookies: Sendable {
  private var pairs: [(name: String, value: String)] = []

  init(_ headers: [String]) {
    for header in headers {
      for part in Array(header.utf8).split(separator: UInt8(ascii: ";")) {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let name = String(decoding: trimmed(part[..<equals]), as: UTF8.self)
        pairs.append((name, Cookies.value(trimmed(part[(equals + 1)...]))))
      }
    }
  }

  /// The first of a name (am-protocol 1.4).
  subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// The value plain, in double quotes, or percent-encoded as Ping's Android client sends it (am-protocol 11.1).
  private static func value(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      bytes = bytes.dropFirst().dropLast()
    }
    return PercentText.decode(bytes)
  }
}

/// Bytes without the blanks and tabs around them.
func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes where Bytes.SubSequence == Bytes {
  var bytes = bytes
  while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
  while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
  return bytes
}

/// A text without the blanks and tabs around it.
func trimmed(_ text: some StringProtocol) -> String {
  String(decoding: trimmed(Substring(text).utf8), as: UTF8.self)
}
