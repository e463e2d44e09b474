import HTTPClient
import JSON
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What comes in headers, links and texts.
enum FuzzWire {
  static func cookies(_ bytes: [UInt8]) {
    guard let url = HTTPURL("https://am.example.com/am/json/authenticate") else { return }
    var jar = CookieJar()
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    jar.take(lines, from: url, now: 1_800_000_000)
    for pair in jar.pairs(for: url, now: 1_800_000_001) {
      let text = pair.name + pair.value
      require(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character in a cookie")
    }
    require(jar.cookies.allSatisfy { $0.domain.hasSuffix("example.com") }, "a cookie of another domain")
  }

  static func text(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for shown in [ServerText.message(text), ServerText.readable(text), ServerText.line(text), ServerText.visible(text)]
    {
      let isClean = shown.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
      require(isClean, "a control character comes through")
    }
    require(!ServerText.line(text).unicodeScalars.contains("\n"), "a line of two lines")
    _ = ServerText.excerpt(bytes)
    _ = ServerText.withoutClassNames(text)
    _ = HTTPDate.retryAfter(text, now: .init(timeIntervalSince1970: 0))
    _ = AuthorizeAnswer.pageError(text)
  }

  static func authID(_ bytes: [UInt8]) {
    _ = Step(["authId": .string(String(decoding: bytes, as: UTF8.self)), "callbacks": []]).expiresAt
  }

  static func links(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let link = try? ResumeLink(text) { _ = link.value("suspendedId") }
    _ = try? Advice(text: text)
    _ = AuthorizeAnswer(
      status: 302, location: text, contentType: nil, body: bytes, redirectUri: "app:/cb", state: "s", issuer: "i")
  }

  static func urls(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let url = HTTPURL(text) {
      require(HTTPURL(url.description) == url, "another URL when read again")
      require(url.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a URL that breaks a request line")
    }
    _ = PercentEncoding.parseQuery(text)
    require(PercentEncoding.decode(PercentEncoding.encode(text)) == text, "an encoding that does not come back")
    _ = Realm(text).parts
  }
}
