public import JSON

/// One entry of a callback's `input` array.
///
/// Wire: `{"name":"IDToken2validateOnly","value":false}`. The number counts callbacks from one; what follows it is
/// the suffix, which says what the input is for.
///
/// - Source: am-protocol 2.4.
public struct WireInput: Sendable, Hashable {
  /// Nil where the server sent none.
  public let name: String?
  /// Nil where the entry has no `value`.
  public let received: JSON?
  /// What follows `IDToken` and its digits: `""`, `validateOnly`, `question` …; nil for a name of another form.
  public let suffix: String?
  /// The place in the `input` array as received.
  package let position: Int

  init?(_ entry: JSON, position: Int) {
    guard let members = entry.object else { return nil }
    name = members["name"]?.string
    received = members["value"]
    suffix = name.flatMap(Self.suffix(of:))
    self.position = position
  }

  private static func suffix(of name: String) -> String? {
    let start = Array("IDToken".utf8)
    guard name.utf8.starts(with: start) else { return nil }
    let rest = name.utf8.dropFirst(start.count)
    let end = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return end.count == rest.count ? nil : String(end)
  }
}
