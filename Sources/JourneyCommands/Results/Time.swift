#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times as results have them: ISO 8601 in UTC, `2026-11-30T12:05:00Z`, with milliseconds where there are any.
package struct Time: Sendable, Equatable {
  package let date: Date

  package init(_ date: Date) {
    self.date = date
  }

  /// The time without its fraction of a second.
  package init(wholeSeconds date: Date) {
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
  }

  /// Reads a time with a zone, with or without a fraction of the second.
  package init?(parsing text: String) {
    guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: Self.withFraction)) else {
      return nil
    }
    self.date = date
  }

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// By the Gregorian calendar of today. What is before the year 1 or after 9999 is written as the first or the last moment between; what is
  /// no number as that of 1970.
  package var text: String {
    let first = -62_135_596_800_000.0
    let last = 253_402_300_799_999.0
    let seconds = date.timeIntervalSince1970
    let milliseconds = seconds.isNaN ? 0 : min(max((seconds * 1000).rounded(), first), last)
    // By the C library: the formatter of Foundation makes a calendar, a time zone and a locale first, a millisecond for one time.
    var time = time_t((milliseconds / 1000).rounded(.down))
    let rest = Int(milliseconds) - time * 1000
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let hour = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(day)T\(hour)\(rest > 0 ? "." + digits(rest, 3) : "")Z"
  }
}
