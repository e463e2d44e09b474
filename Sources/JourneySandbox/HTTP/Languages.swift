import JSON

/// The languages of a request, the best first: those of `locale`, else those of `Accept-Language` (am-protocol 2.9, journey-nodes 4.4).
struct Languages: Sendable, Equatable {
  var tags: [String]

  init(_ tags: [String]) {
    self.tags = tags
  }

  init(locale: String?, acceptLanguage: String?) {
    if let locale, !locale.isEmpty {
      tags = [Languages.normal(locale)]
      return
    }
    var weighed: [(tag: String, weight: Double)] = []
    for part in (acceptLanguage ?? "").split(separator: ",").prefix(32) {
      let pieces = part.split(separator: ";").map { trimmed($0) }
      guard let tag = pieces.first, !tag.isEmpty, tag != "*" else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > 0 { weighed.append((Languages.normal(tag), weight)) }
    }
    // Sorting by weight has to leave equal ones in their order.
    tags = weighed.enumerated()
      .sorted { $0.element.weight != $1.element.weight ? $0.element.weight > $1.element.weight : $0.offset < $1.offset }
      .map(\.element.tag)
  }

  /// The text for these languages; of a map without any of them the server's default, then its first text; nil for an empty map.
  func text(_ texts: LocalizedText) -> String? {
    best(texts) ?? LocalizedText.defaultTags.lazy.compactMap { texts[$0] }.first ?? texts.entries.first?.text
  }

  /// The text for these languages alone; for the server's own where the request names none.
  func best(_ texts: LocalizedText) -> String? {
    guard !texts.entries.isEmpty else { return nil }
    let tags = tags.isEmpty ? LocalizedText.defaultTags : tags
    for (index, tag) in tags.enumerated() {
      if let text = texts[tag] { return text }
      var shorter = tag[...]
      while let dash = shorter.utf8.lastIndex(of: UInt8(ascii: "-")) {
        shorter = shorter[..<dash]
        if tags[(index + 1)...].contains(where: { $0 == shorter }) { break }
        if let text = texts[shorter] { return text }
      }
    }
    return nil
  }

  /// `en_US` and `EN-us` are `en-us`.
  fileprivate static func normal(_ tag: String) -> String {
    String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
  }
}

/// A text in several languages, as exports have it: `{"en":"…","fr":"…"}`.
struct LocalizedText: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var tag: String
    var text: String
  }

  var entries: [Entry]

  /// AM's default server locale, and its language.
  static let defaultTags = ["en-us", "en"]

  /// What is no map of texts is an empty one; a plain text is a text in every language.
  init(_ json: JSON?) {
    if let text = json?.string, !text.isEmpty {
      entries = [Entry(tag: "en", text: text)]
    } else {
      entries = (json?.object?.members ?? []).compactMap { member in
        member.value.string.map { Entry(tag: Languages.normal(member.name), text: $0) }
      }
    }
  }

  subscript(tag: some StringProtocol) -> String? {
    entries.first { $0.tag == tag }?.text
  }
}
