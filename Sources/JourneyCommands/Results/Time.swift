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

  /// Reads a time with a zone, with or without a fraction of the second.
  package init?(parsing text: String) {
    guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: Self.withFraction)) else {
      return nil
    }
    self.date = date
  }

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  package var text: String {
    let seconds = date.timeIntervalSince1970
    let milliseconds = (seconds * 1000).rounded()
    let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1000) != 0
    return Date(timeIntervalSince1970: milliseconds / 1000).formatted(hasFraction ? Self.withFraction : .iso8601)
  }
}
