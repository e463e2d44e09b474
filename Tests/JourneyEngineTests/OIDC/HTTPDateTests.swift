import FoundationEssentials
import JourneyEngine
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("Mon, 30 Nov 2026 12:00:00 GMT", 1_796_040_000),
  ])
  func `a date is read`(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "soon", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49 GMT",
  ])
  func `what is no date is none`(_ text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }

  @Test func `a wait is seconds or a date`() {
    let now = Date(timeIntervalSince1970: 784_111_770)
    #expect(HTTPDate.retryAfter("12", now: now) == 12)
    #expect(HTTPDate.retryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == 7)
    #expect(HTTPDate.retryAfter("Thu, 01 Jan 1970 00:00:00 GMT", now: now) == 0)
    #expect(HTTPDate.retryAfter("-1", now: now) == nil)
  }
}
