/// Replies that bash lists below the line, with what they are beside them: bash knows no descriptions, so they stand in the replies
/// themselves, which works where none of these goes into the line.
struct BashList {
  let replies: [(text: String, summary: String)]
  /// What of the word is typed, as a reply; nil where no reply could go on from it.
  let typed: String?

  var plain: [String] { replies.map(\.text) }

  /// The least room for a description.
  private static let leastRoom = 16
  /// What stands around one: two blanks, brackets, and the last column, which stays empty.
  private static let surroundings = 5

  /// `0           (Name User Name)`; nil where there is nothing to describe, or where readline would put something into the line.
  func described(columns: Int) -> [String]? {
    guard replies.count > 1, replies.contains(where: { !$0.summary.isEmpty }), Self.common(plain) == typed else {
      return nil
    }
    let width = plain.map(\.unicodeScalars.count).max() ?? 0
    let room = columns - width - Self.surroundings
    guard room >= Self.leastRoom else { return nil }
    let lines = replies.map { text, summary in
      guard !summary.isEmpty else { return text }
      let gap = String(repeating: " ", count: width - text.unicodeScalars.count + 2)
      return "\(text)\(gap)(\(Text.shortened(summary, to: room)))"
    }
    return Self.common(lines) == typed ? lines : nil
  }

  /// What all begin with: readline puts it into the line.
  private static func common(_ texts: [String]) -> String {
    guard var start = texts.first.map({ Array($0.unicodeScalars)[...] }) else { return "" }
    for text in texts.dropFirst() {
      let same = zip(start, text.unicodeScalars).prefix { $0 == $1 }.count
      start = start.prefix(same)
    }
    var common = String.UnicodeScalarView()
    common.append(contentsOf: start)
    return String(common)
  }
}
