import JourneyEngine
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that goes on only when it is told to, or when somebody waits for it.
final class TestClock: JourneyClock {
  private let seconds: Mutex<Double>
  private let waits = Mutex<[Duration]>([])

  /// Starts at 2026-11-30T12:00:00Z unless told otherwise.
  init(_ seconds: Double = 1_796_040_000) {
    self.seconds = Mutex(seconds)
  }

  func now() -> Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
  func uptime() -> Duration { .seconds(seconds.withLock { $0 }) }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    waits.withLock { $0.append(duration) }
    advance(duration)
  }

  /// What was waited for, in order.
  var slept: [Duration] { waits.withLock { $0 } }

  /// Lets time pass.
  func advance(_ duration: Duration) {
    seconds.withLock { $0 += duration / .seconds(1) }
  }
}
