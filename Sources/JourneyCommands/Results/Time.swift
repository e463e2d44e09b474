#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
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

  package var text: String {
    // The formatter cuts fractions off and does not round them, so that .001 would come out as .000.
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let seconds = (milliseconds / 1000).rounded(.down)
    let rest = Int(milliseconds - seconds * 1000)
    let whole = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    guard rest > 0, whole.utf8.last == UInt8(ascii: "Z") else { return whole }
    let digits = String(rest)
    return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
