import JourneyEngine
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that stands still but for sleeping, which takes no time.
final class TestClock: JourneyClock {
  private let passed = Mutex(Duration.zero)

  func now() -> Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(uptime().components.seconds)) }
  func uptime() -> Duration { passed.withLock { $0 } }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    passed.withLock { $0 += duration }
  }
}
