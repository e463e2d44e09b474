import Crypto
import HTTPClient
import JSON

/// The advice of a policy decision, as `composite_advice` wants it: XML without white space between its tags.
///
/// - Source: am-protocol 9.2, 9.3.
package struct Advice: Sendable, Hashable {
  /// The XML, unencoded.
  package let xml: String
  /// The realm that a gateway's header names.
  package let realm: Realm?

  /// The longest text that is read, in bytes.
  private static let longest = 64 << 10

  /// The advice of a start, nil where it has none.
  init?(_ options: StartOptions) throws(Refusal) {
    if let text = options.adviceText {
      try self.init(text: text)
    } else if !options.advice.isEmpty {
      self.init(pairs: options.advice)
    } else {
      return nil
    }
  }

  /// An advice of these names and values.
  package init(pairs: [(String, String)]) {
    let body = pairs.map { name, value in
      "<AttributeValuePair><Attribute name=\"\(Self.escaped(name))\"/><Value>\(Self.escaped(value))</Value></AttributeValuePair>"
    }
    xml = "<Advices>\(body.joined())</Advices>"
    realm = nil
  }

  /// An advice as a gateway delivers it: XML, also percent-encoded; JSON of names with lists of values, also as a member
  /// `advices` of a policy decision; either of them in Base64; or the value of a header `SSOADVICE realm="…",advices="…"`.
  package init(text: String) throws(Refusal) {
    guard text.utf8.count <= Self.longest else { throw .advice("it is longer than 64 KiB") }
    let text = Self.trimmed(text)
    if let advices = Self.parameter("advices", of: text) {
      let inner = try Advice(text: advices)
      xml = inner.xml
      realm = Self.parameter("realm", of: text).map { Realm($0) }
      return
    }
    realm = nil
    if let plain = Self.plain(text) {
      xml = try Self.xml(of: plain)
    } else if let bytes = Base64.decode(text) ?? Base64URL.decode(text),
      let plain = Self.plain(String(decoding: bytes, as: UTF8.self))
    {
      xml = try Self.xml(of: plain)
    } else {
      throw .advice("it is neither XML nor JSON nor Base64 of them")
    }
  }

  /// What tells one authorize transaction from others: the value of its `TransactionConditionAdvice` (am-protocol 7.4), or
  /// the whole advice where that has none.
  static func transaction(of xml: String) -> String {
    let value = xml.firstMatch(of: /"TransactionConditionAdvice"\s*\/>\s*<Value>([^<]*)<\/Value>/)?.output.1
    return value.map { String($0) } ?? xml
  }

  /// The text where it is XML or JSON as it stands.
  private static func plain(_ text: String) -> String? {
    let text = trimmed(text)
    if text.hasPrefix("%3C") || text.hasPrefix("%3c") { return PercentEncoding.decode(text) }
    return ["<", "{", "["].contains(text.first) ? text : nil
  }

  private static func xml(of plain: String) throws(Refusal) -> String {
    if plain.hasPrefix("<") {
      let xml = withoutGaps(plain)
      guard xml.hasPrefix("<Advices>"), xml.hasSuffix("</Advices>") else { throw .advice("its XML is no <Advices>") }
      return xml
    }
    guard let document = try? JSON(parsing: plain) else { throw .advice("its JSON is broken") }
    let pairs = pairs(of: document)
    guard !pairs.isEmpty else { throw .advice("its JSON has no names with values") }
    return Advice(pairs: pairs).xml
  }

  private static func pairs(of document: JSON) -> [(String, String)] {
    if let decisions = document.array { return decisions.flatMap { pairs(of: $0["advices"] ?? .null) } }
    guard let object = document.object else { return [] }
    if let inner = object["advices"] { return pairs(of: inner) }
    return object.members.flatMap { member in
      (member.value.array ?? [member.value]).compactMap { value in value.string.map { (member.name, $0) } }
    }
  }

  /// The XML without declaration, and without white space between its tags: AM takes that for values.
  private static func withoutGaps(_ text: String) -> String {
    var bytes: [UInt8] = []
    var gap: [UInt8]? = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), rest.dropFirst().first == UInt8(ascii: "?"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest = rest.dropFirst()
      switch byte {
      case _ where gap != nil && [0x20, 0x09, 0x0A, 0x0D].contains(byte): gap?.append(byte)
      default:
        if byte != UInt8(ascii: "<") { bytes += gap ?? [] }
        bytes.append(byte)
        gap = byte == UInt8(ascii: ">") ? [] : nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A quoted parameter of a header such as `SSOADVICE realm="/",advices="…"`.
  private static func parameter(_ name: String, of text: String) -> String? {
    guard text.lowercased().hasPrefix("ssoadvice"), let start = text.firstRange(of: "\(name)=\""),
      let end = text[start.upperBound...].firstIndex(of: "\"")
    else { return nil }
    return String(text[start.upperBound..<end])
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
