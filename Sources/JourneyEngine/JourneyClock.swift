#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Time as the engine sees it, so that tests can set it.
package protocol JourneyClock: Sendable {
  /// The time of day.
  func now() -> Date
  /// A time that only goes forward, from an arbitrary start: for measuring.
  func uptime() -> Duration
  /// Waits; throws `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

extension JourneyClock {
  /// The time of day in seconds since 1970.
  var seconds: Double { now().timeIntervalSince1970 }
}

/// The clock of the system.
package struct SystemClock: JourneyClock {
  private static let start = ContinuousClock.now

  package init() {}

  package func now() -> Date { Date() }
  package func uptime() -> Duration { Self.start.duration(to: .now) }
  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
