import HTTPClient
import JourneyEngine
import Testing

@Suite struct CookieTests {
  private static let now = 1_796_040_000.0

  private func sent(
    _ lines: [String], from: String = "https://am.example.test/am/json/realms/root/authenticate",
    to: String = "https://am.example.test/am/json/realms/root/authenticate", later: Double = 0
  ) throws -> [String] {
    var jar = CookieJar()
    jar.take(lines, from: try #require(HTTPURL(from)), now: Self.now)
    return jar.pairs(for: try #require(HTTPURL(to)), now: Self.now + later).map { "\($0.name)=\($0.value)" }
  }

  @Test func `cookies go where host and path say and nowhere else`() throws {
    let lines = [
      "everywhere=1; Path=/", "am=2;path=/am;httponly", "here=3", "oauth=4; Path=/am/oauth2", "prefix=5; Path=/a",
      "odd=6; Path=x", "over=7; Path=/; Max-Age=0", "past=8; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Path=/",
      "elsewhere=9; Domain=.other.test; Path=/", "quoted=\"a b\"; Path=/", "equals=a=b==; Path=/",
    ]
    #expect(
      try sent(lines).sorted() == ["am=2", "equals=a=b==", "everywhere=1", "here=3", "odd=6", "quoted=\"a b\""])
    #expect(
      try sent(lines, to: "https://am.example.test/am/oauth2/authorize").sorted()
        == ["am=2", "equals=a=b==", "everywhere=1", "oauth=4", "quoted=\"a b\""])
    #expect(try sent(lines, to: "https://other.test/am/json/realms/root/authenticate").isEmpty)
  }

  @Test func `a domain covers hosts on the border of a label alone`() throws {
    let lines = ["a=1; Domain=.example.test; Path=/am", "b=2; domain=example.test; path=/", "c=3; Path=/"]
    #expect(try sent(lines, to: "https://other.example.test/am").sorted() == ["a=1", "b=2"])
    #expect(try sent(lines, to: "https://evilexample.test/am").isEmpty)
    #expect(try sent(lines, to: "https://sub.am.example.test/am").sorted() == ["a=1", "b=2"])
  }

  @Test(arguments: [
    "a=1; Domain=other.test", "a=1; Domain=xample.test", "a=1; Domain=test", "a=1; Domain=sub.am.example.test",
    "=1", "novalue", "a\u{1}=1", "a=1\u{7F}",
  ])
  func `what is no cookie of the host is dropped`(_ line: String) throws {
    #expect(try sent([line]).isEmpty)
  }

  @Test func `attributes count in any case, with blanks around them, and others are passed over`() throws {
    let line = "a=1 ;\tPATH = /am/oauth2 ; Pathological=/; ;SECURE;mAx-aGe=5;Domain"
    #expect(try sent([line], to: "https://am.example.test/am/oauth2/authorize") == ["a=1"])
    #expect(try sent([line]).isEmpty)
    #expect(try sent([line], to: "http://am.example.test/am/oauth2/authorize").isEmpty)
    #expect(try sent([line], to: "https://am.example.test/am/oauth2/authorize", later: 6).isEmpty)
  }

  @Test func `of one name one cookie goes out`() throws {
    let lines = ["a=1; Domain=am.example.test; Path=/", "a=2; Path=/am", "a=3; Domain=.example.test; Path=/"]
    #expect(try sent(lines) == ["a=2"])
    #expect(try sent(["a=1; Domain=.example.test; Path=/", "a=2; Path=/"]) == ["a=2"])
  }

  @Test(arguments: [
    "Wed, 21 Oct 2099 07:28:00 GMT", "Wednesday, 21-Oct-99 07:28:00 GMT", "Wed Oct 21 07:28:00 2099",
    "Wed, 21-Oct-2099 07:28:00 GMT", "21 Oct 2099 7:28:0",
  ])
  func `dates of several forms are read`(_ date: String) throws {
    // Two-digit years of 70 and more are of the last century, so one of these is long past.
    let isPast = date.contains("-99 ")
    #expect(try sent(["a=1; Expires=\(date); Path=/"]) == (isPast ? [] : ["a=1"]))
  }

  @Test func `a cookie ends when its time is up`() throws {
    #expect(try sent(["a=1; max-age=60"], later: 59) == ["a=1"])
    #expect(try sent(["a=1; max-age=60"], later: 60).isEmpty)
    #expect(try sent(["a=1; Expires=Mon, 30 Nov 2026 12:00:30 GMT"], later: 29) == ["a=1"])
    #expect(try sent(["a=1; Expires=Mon, 30 Nov 2026 12:00:30 GMT"], later: 31).isEmpty)
    #expect(try sent(["a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:10 GMT"]) == ["a=1"])
    #expect(try sent(["a=1; Max-Age=soon; Expires=never"]) == ["a=1"])
  }

  @Test func `a later line replaces or removes an earlier one`() throws {
    #expect(try sent(["a=1; Path=/", "a=2; Path=/"]) == ["a=2"])
    #expect(try sent(["a=1; Path=/am", "a=; Path=/am; Max-Age=0"]).isEmpty)
    #expect(try sent(["a=1; Path=/am", "a=; Path=/; Max-Age=0"]) == ["a=1"])
  }

  @Test func `a secure cookie needs a safe channel`() throws {
    let lines = ["a=1; Path=/; SECURE; SameSite=none"]
    #expect(try sent(lines) == ["a=1"])
    #expect(try sent(lines, to: "http://am.example.test/am").isEmpty)
    #expect(try sent(lines, from: "http://127.0.0.1:8080/am", to: "http://127.0.0.1:8080/am") == ["a=1"])
  }

  @Test func `an address takes cookies for itself alone`() throws {
    #expect(try sent(["a=1; Domain=127.0.0.1"], from: "http://127.0.0.1/x", to: "http://127.0.0.1/x") == ["a=1"])
    #expect(try sent(["a=1; Domain=0.0.1"], from: "http://127.0.0.1/x", to: "http://127.0.0.1/x").isEmpty)
  }

  @Test func `a flood of cookies is bounded`() throws {
    let lines = (0..<1000).map { "c\($0)=1; Path=/" }
    let sent = try sent(lines)
    #expect(sent.count == 200)
    #expect(sent.contains("c999=1"))
    #expect(try self.sent(["big=\(String(repeating: "x", count: 20_000))"]).isEmpty)
  }
}
