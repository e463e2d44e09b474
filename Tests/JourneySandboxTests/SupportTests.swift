import Crypto
import Testing

@testable import JourneySandbox

struct SupportTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400_999, "2000-02-29T00:00:00Z"), (1_709_251_199_000, "2024-02-29T23:59:59Z"),
    (-1000, "1969-12-31T23:59:59Z"), (4_102_444_800_000, "2100-01-01T00:00:00Z"),
  ])
  func `times are written as AM writes them`(milliseconds: Int, text: String) {
    #expect(Moment(milliseconds: milliseconds).text == text)
  }

  @Test func `a table keeps to its capacity and to the times of its entries`() {
    var table = ExpiringTable<Int>(capacity: 100)
    let start = Moment(milliseconds: 0)
    for number in 0..<10_000 { table.insert(number, for: "k\(number)", until: start.adding(seconds: 10), at: start) }
    #expect(table.count == 100)
    #expect(table.value("k9999", at: start) == 9999)
    #expect(table.value("k9899", at: start) == nil)
    #expect(table.value("k9999", at: start.adding(seconds: 10)) == nil)
    for number in 0..<50 {
      table.insert(number, for: "n\(number)", until: start.adding(seconds: 99), at: start.adding(seconds: 20))
    }
    #expect(table.count <= 50)
  }

  @Test func `an old entry that lives on keeps nothing of those that came and went behind it`() {
    var table = ExpiringTable<Int>(capacity: 100)
    let start = Moment(milliseconds: 0)
    table.insert(0, for: "old", until: start.adding(minutes: 60), at: start)
    for number in 1...10_000 {
      table.insert(number, for: "k\(number)", until: start.adding(minutes: 1), at: start)
      table.remove("k\(number)", at: start)
    }
    #expect(table.value("old", at: start) == 0)
    #expect(table.remembered < 2000)
  }

  @Test func `what gives way in a table is handed to who inserts`() {
    var table = ExpiringTable<Int>(capacity: 2)
    let start = Moment(milliseconds: 0)
    let taken = (0..<4).map { table.insertTakingOut($0, for: "k\($0)", until: start.adding(seconds: 9), at: start) }
    #expect(taken == [[], [], [0], [1]])
    #expect(
      table.insertTakingOut(4, for: "k4", until: start.adding(seconds: 99), at: start.adding(seconds: 9)) == [2, 3])
  }

  @Test func `buffered randomness is that of its source in its order, and large pieces go past the buffer`() {
    let buffered = BufferedRandom(TestRandom())
    let plain = TestRandom().bytes(4096)
    #expect((0..<256).flatMap { _ in buffered.bytes(16) } == plain)
    let source = TestRandom()
    let mixed = BufferedRandom(source)
    let first = mixed.bytes(4)
    let large = mixed.bytes(513)
    #expect(first == Array(plain.prefix(4)) && large.count == 513 && mixed.bytes(4) == Array(plain[4..<8]))
  }

  /// RFC 4226 appendix D.
  @Test func `one-time codes are those of the standard`() {
    let codes = (0..<5).map {
      OneTimeCode.code(secret: Array("12345678901234567890".utf8), counter: $0, digits: 6, algorithm: .sha1)
    }
    #expect(codes == ["755224", "287082", "359152", "969429", "338314"])
  }

  /// RFC 4648 10.
  @Test(arguments: [("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foobar", "MZXW6YTBOI======")])
  func `base32 has its padding`(text: String, encoded: String) {
    #expect(Base32.encode(Array(text.utf8)) == encoded)
  }

  @Test(arguments: [
    ("=?UTF-8?B?w4VzdHLDtm0=?=", "Åström"), ("=?ISO-8859-1?Q?=C5str=F6m?=", "Åström"), ("plain name", "plain name"),
  ])
  func `encoded words are decoded`(text: String, decoded: String) {
    #expect(EncodedWord.decode(text) == decoded)
  }

  @Test(arguments: [
    ("/am/json/realms/root/realms/alpha/sessions", Location.Part.json, "/alpha", ["sessions"]),
    ("/am/oauth2/alpha/authorize", .oauth, "/alpha", ["authorize"]),
    ("/am/json/sessions/", .json, "/", ["sessions", ""]),
    ("/am/oauth2/.well-known/openid-configuration", .oauth, "/", [".well-known", "openid-configuration"]),
  ])
  func `paths are taken apart`(path: String, part: Location.Part, realm: String, resource: [String]) throws {
    let location = try Location(path: path, realms: ["/", "/alpha"])
    #expect(location.part == part)
    #expect(location.realm == realm)
    #expect(location.resource == resource)
  }

  @Test(arguments: [
    "/am/../etc/passwd", "/am/json/%2e%2e/x", "/etc/passwd", "/am", "/am/json/realms/a%2Fb/x", "/am/%5c..%5cx",
  ])
  func `paths that climb lead nowhere`(path: String) {
    #expect(throws: Location.Problem.self) { try Location(path: path, realms: ["/", "/alpha"]) }
  }

  @Test func `advice is read however it is spaced`() {
    let advice = Advice(
      xml:
        "<?xml version='1.0'?><Advices>\n <AttributeValuePair><Attribute name='A'/><Value> x </Value><Value>a&amp;b</Value></AttributeValuePair></Advices>"
    )
    #expect(advice.pairs.map(\.value) == ["x", "a&b"])
    #expect(advice.pairs.map(\.name) == ["A", "A"])
    #expect(Advice(xml: "<Advices><AttributeValuePair><Attribute").pairs.isEmpty)
  }
}
