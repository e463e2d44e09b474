import HTTPClient
import Testing

@testable import JourneyEngine

/// Whatever comes from outside, the parsers answer and stay within their limits.
@Suite struct OutsideBytesTests {
  private static let pieces = [
    "a", "=", ";", ",", " ", "\t", "\r\n", "\"", "'", "<", ">", "<a href=", "<!--", "</", "&", "&#", "&#x", ";", "&lt;",
    "/",
    "?", "#", ":", "://", "http", "https://am.example.test", "suspendedId", "realm", "%", "%2", "%00", "%C3%A9", "é",
    "e\u{301}",
    "\u{0}", "\u{1B}", "\u{202E}", "\u{10FFFF}", "🚀", "Domain", "Path", "Max-Age", "Expires", "Secure", "-1",
    "9999999999999999999",
    "Wed, 21 Oct 2099 07:28:00 GMT", "00:00:00", "{", "}", "[", "]", "<Advices>", "</Advices>", "SSOADVICE ",
    "advices=\"", "e30", ".",
    "org.a.b.", "CException", "li", "br", "script", "li>", "p>",
  ]

  private func text(_ seed: Int) -> String {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw() -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33)
    }
    return (0..<(draw() % 24)).map { _ in Self.pieces[draw() % Self.pieces.count] }.joined()
  }

  @Test func `no text breaks a parser`() throws {
    let url = try #require(HTTPURL("https://am.example.test/am/json"))
    for seed in 0..<2000 {
      let text = text(seed)
      var jar = CookieJar()
      jar.take([text, "x=1; " + text, "x=1; Expires=" + text, "x=1; Max-Age=" + text], from: url, now: 1_796_040_000)
      for pair in jar.pairs(for: url, now: 1_796_040_000) {
        if pair.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { Issue.record("\(text.debugDescription)") }
      }
      _ = CookieDate.seconds(text)
      _ = try? ResumeLink(text)
      _ = try? Advice(text: text)
      _ = AuthIDClaims(text)
      _ = Realm(text).segments
      _ = AMEndpoints(serverUrl: text, realm: text).authenticate()
      for shown in [
        ServerText.readable(text), ServerText.message(text), ServerText.line(text),
        ServerText.excerpt(Array(text.utf8)) ?? "",
      ] {
        let isBad = shown.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n" || $0 == "\u{202E}"
        }
        if isBad { Issue.record("\(text.debugDescription)") }
      }
    }
  }

  @Test func `a long text costs no more than its length`() {
    for piece in ["<a ", "<!--", "<!doctype", "<a href='", "&", "<", "org.a.b.C: ", "<li>"] {
      let text = String(repeating: piece, count: 60_000 / piece.utf8.count)
      #expect(ServerText.message(text).unicodeScalars.count < 5000)
      #expect((ServerText.excerpt(Array(text.utf8)) ?? "").unicodeScalars.count <= 101)
    }
  }
}
