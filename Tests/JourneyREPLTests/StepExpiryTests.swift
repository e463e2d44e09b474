import Foundation
import JSON
import JourneyCommands
import Synchronization
import Testing

@testable import JourneyREPL

@Suite(.timeLimit(.minutes(1))) struct StepExpiryTests {
  /// What was said, and how long was slept before it.
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func expiry(_ log: Log) -> StepExpiry {
    StepExpiry(post: { log.add($0) }, now: { Self.now }, sleep: { log.add("\(Int($0)) s") })
  }

  private func step(endsIn seconds: Double) -> JSON {
    ["expiresAt": .string(Time(Self.now.addingTimeInterval(seconds)).text)]
  }

  @Test func `a minute before the end and at the end it is said`() async {
    let log = Log()
    let expiry = expiry(log)
    expiry.watch(step(endsIn: 300))
    await expiry.task?.value
    let wanted = [
      "240 s", "the step ends in 60 s", "60 s", "the step has ended: 'start' begins the journey again",
    ]
    #expect(log.lines.withLock { $0 } == wanted)
  }

  @Test func `a step that is the same is not watched twice, and the next one takes its place`() async {
    let log = Log()
    let expiry = StepExpiry(
      post: { log.add($0) }, now: { Self.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    expiry.watch(step(endsIn: 300))
    let first = expiry.task
    expiry.watch(step(endsIn: 300))
    #expect(expiry.task == first)
    expiry.watch(nil)
    #expect(expiry.task == nil)
    await first?.value
    #expect(log.lines.withLock { $0 }.isEmpty)
  }

  @Test func `where the clocks differ, or a step has no end, nothing is said`() {
    let expiry = expiry(Log())
    expiry.watch(step(endsIn: -10))
    #expect(expiry.task == nil)
    expiry.watch(["expiresAt": .null])
    #expect(expiry.task == nil)
  }
}
