/// The recovery codes that a journey shows once, after a device was enrolled.
///
/// Wire: a text output of type 4 whose script writes HTML: each code alone in `<div class="text-center">`, the
/// device's name in `<em>`.
///
/// - Source: am-protocol 3.8.
public struct RecoveryCodes: Sendable, Hashable {
  /// As they are to be typed.
  public let codes: [String]
  /// Which device they stand in for; nil where the script does not say.
  public let deviceName: String?

  init?(script: String) {
    let script = ScriptText(script)
    guard script.contains("text-center") else { return nil }
    let page = script.literals().joined()
    let codes = Self.contents(of: "<div class=\"text-center\">", until: "</div>", in: page)
      .map(\.trimmed).filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "<")) }
    guard !codes.isEmpty else { return nil }
    self.codes = codes
    deviceName = Self.contents(of: "<em>", until: "</em>", in: page).first?.trimmed
  }

  private static func contents(of open: String, until close: String, in page: String) -> [String] {
    let text = ScriptText(page)
    let (open, close) = (Array(open.utf8), Array(close.utf8))
    var found: [String] = []
    var position = 0
    while let start = text.find(open, from: position),
      let end = text.find(close, from: start + open.count)
    {
      found.append(text.text(start + open.count..<end))
      position = end + close.count
    }
    return found
  }
}
