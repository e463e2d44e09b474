#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The date of an HTTP header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the old forms are not read).
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Nil where the text is none.
  package static func parse(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (1...31).contains(day), (1970...9999).contains(year), (0..<24).contains(clock[0]),
      (0..<60).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    let days = daysSinceEpoch(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
  }

  /// Days from 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day is the last one.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds of a `Retry-After` header: a number, or a date seen from now.
  package static func retryAfter(_ text: String, now: Date) -> Int? {
    if let seconds = Int(text), seconds >= 0 { return seconds }
    return parse(text).map { max(0, Int($0.timeIntervalSince(now).rounded(.up))) }
  }
}
