import JSON

/// Finds the id in the beginning of a message that was too large to be read, so that its sender gets an answer.
///
/// Looks at the members of the outermost object alone; what is cut off or is no object has no id.
enum IDScanner {
  static func id(in beginning: [UInt8]) -> RequestID? {
    var depth = 0
    var at = 0
    var lastText: Range<Int>?
    while at < beginning.count {
      switch beginning[at] {
      case UInt8(ascii: "\""):
        guard let end = textEnd(beginning, from: at) else { return nil }
        lastText = (at + 1)..<(end - 1)
        at = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"):
        if depth == 1, let name = lastText, beginning[name].elementsEqual("id".utf8) {
          return value(beginning, from: at + 1)
        }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// The index after the closing quote of a text that begins at `index`.
  private static func textEnd(_ bytes: [UInt8], from index: Int) -> Int? {
    var at = index + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\") {
        at += 2
      } else if bytes[at] == UInt8(ascii: "\"") {
        return at + 1
      } else {
        at += 1
      }
    }
    return nil
  }

  private static func value(_ bytes: [UInt8], from index: Int) -> RequestID? {
    var begin = index
    while begin < bytes.count, bytes[begin] == UInt8(ascii: " ") { begin += 1 }
    guard begin < bytes.count else { return nil }
    var end = begin
    if bytes[begin] == UInt8(ascii: "\"") {
      guard let close = textEnd(bytes, from: begin) else { return nil }
      end = close
    } else {
      let stops = Array(",}] ".utf8)
      while end < bytes.count, !stops.contains(bytes[end]) { end += 1 }
      guard end < bytes.count else { return nil }
    }
    switch try? JSON(parsing: Array(bytes[begin..<end])) {
    case .string(let text): return .string(text)
    case .number(let number): return .number(number)
    default: return nil
    }
  }
}
