/// A text cut into tags and what stands between them, entities decoded.
struct HTMLTokens {
  enum Token {
    case text(String)
    case open(String, [String: String])
    case close(String)
  }

  /// Tags that begin and end a line, and how many line feeds they make.
  static let blocks: [String: Int] = [
    "p": 2, "h1": 2, "h2": 2, "h3": 2, "h4": 2, "h5": 2, "h6": 2, "blockquote": 2, "pre": 2, "title": 2,
    "div": 1, "ul": 1, "ol": 1, "dl": 1, "dt": 1, "dd": 1, "table": 1, "tr": 1, "section": 1, "article": 1, "header": 1,
    "footer": 1, "main": 1, "nav": 1, "aside": 1, "form": 1, "fieldset": 1, "address": 1, "body": 1, "head": 1,
    "html": 1,
    "caption": 1, "figure": 1, "figcaption": 1, "legend": 1, "option": 1,
  ]

  /// Other tags that HTML knows.
  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "area", "audio", "b", "base", "bdi", "bdo", "big", "br", "button", "canvas", "center",
    "cite",
    "code", "col", "colgroup", "data", "datalist", "del", "details", "dfn", "dialog", "em", "embed", "font", "frame",
    "frameset", "hr", "i", "iframe", "img", "input", "ins", "kbd", "label", "li", "link", "map", "mark", "meta",
    "meter",
    "noscript", "object", "optgroup", "output", "param", "picture", "progress", "q", "s", "samp", "script", "select",
    "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg", "tbody", "td", "template",
    "textarea", "tfoot", "th", "thead", "time", "track", "tt", "u", "var", "video", "wbr",
  ]

  /// Elements whose content is no text.
  private static let silent: Set<String> = ["script", "style", "template", "svg"]

  /// The longest tag, in bytes: what has no end within it is text.
  private static let longestTag = 2048

  private let bytes: [UInt8]
  private var position = 0
  /// Index of the first `>` at or behind the place that was last looked at: without it a text of nothing but `<a ` would
  /// be searched to its end from each of them.
  private var nextClose = 0
  private(set) var all: [Token] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    read()
  }

  private mutating func read() {
    var start = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<"), mayEnd(), let (token, end) = markup(at: position) else {
        position += 1
        continue
      }
      add(start..<position)
      position = end
      if let token { all.append(token) }
      if case .open(let name, _)? = token, Self.silent.contains(name) { skip(to: name) }
      start = position
    }
    add(start..<bytes.count)
  }

  /// Whether there is a `>` where a tag that begins here could end.
  private mutating func mayEnd() -> Bool {
    if nextClose < position { nextClose = position }
    while nextClose < bytes.count, bytes[nextClose] != UInt8(ascii: ">") { nextClose += 1 }
    return nextClose - position <= Self.longestTag || starts("<!--", at: position)
  }

  private mutating func add(_ range: Range<Int>) {
    if !range.isEmpty { all.append(.text(Entities.decode(bytes[range]))) }
  }

  /// Goes to the closing tag of an element, or to the end.
  private mutating func skip(to name: String) {
    let mark = Array("</\(name)".utf8)
    while position < bytes.count {
      if bytes[position...].prefix(mark.count).lazy.map({ Self.lower($0) }).elementsEqual(mark) { return }
      position += 1
    }
  }

  /// The tag, comment or declaration that begins here and where it ends; nil where it is none.
  private func markup(at start: Int) -> (Token?, Int)? {
    if starts("<!--", at: start) {
      var end = start + 4
      while end < bytes.count, !starts("-->", at: end) { end += 1 }
      return (nil, min(end + 3, bytes.count))
    }
    if starts("<!doctype", at: start) || starts("<?xml", at: start) || starts("<![cdata[", at: start) {
      return nextClose < bytes.count ? (nil, nextClose + 1) : nil
    }
    let isClosing = starts("</", at: start)
    var index = start + (isClosing ? 2 : 1)
    let nameStart = index
    while index < bytes.count, Self.isAlphanumeric(bytes[index]) { index += 1 }
    let name = String(decoding: bytes[nameStart..<index].map(Self.lower), as: UTF8.self)
    guard Self.blocks[name] != nil || Self.inline.contains(name), index < bytes.count,
      isSpace(index) || bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: ">")
    else { return nil }
    guard let (attributes, end) = attributes(from: index) else { return nil }
    return (isClosing ? .close(name) : .open(name, attributes), end)
  }

  /// Attributes up to the `>` of the tag; nil where the tag has no end.
  private func attributes(from start: Int) -> ([String: String], Int)? {
    var found: [String: String] = [:]
    var index = start
    while index < bytes.count, index - start < Self.longestTag {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (found, index + 1)
      case UInt8(ascii: "/"): index += 1
      case _ where isSpace(index): index += 1
      default:
        let (name, value, end) = attribute(at: index)
        if found[name] == nil { found[name] = value }
        index = end
      }
    }
    return nil
  }

  private func attribute(at start: Int) -> (String, String, Int) {
    var index = start
    while index < bytes.count, !isSpace(index), bytes[index] != UInt8(ascii: ">"),
      bytes[index] != UInt8(ascii: "=") || index == start
    {
      index += 1
    }
    let name = String(decoding: bytes[start..<index].map(Self.lower), as: UTF8.self)
    var end = index
    while end < bytes.count, isSpace(end) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return (name, "", index) }
    end += 1
    while end < bytes.count, isSpace(end) { end += 1 }
    guard end < bytes.count else { return (name, "", end) }
    let quote = bytes[end]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = bytes[(end + 1)...].prefix(Self.longestTag).firstIndex(of: quote) ?? bytes.count
      return (name, Entities.decode(bytes[(end + 1)..<close]), min(close + 1, bytes.count))
    }
    let from = end
    while end < bytes.count, !isSpace(end), bytes[end] != UInt8(ascii: ">") { end += 1 }
    return (name, Entities.decode(bytes[from..<end]), end)
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    let end = index + text.utf8.count
    return end <= bytes.count && zip(bytes[index..<end], text.utf8).allSatisfy { Self.lower($0) == $1 }
  }

  private func isSpace(_ index: Int) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(bytes[index])
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
