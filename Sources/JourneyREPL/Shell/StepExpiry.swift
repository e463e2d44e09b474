import JSON
import JourneyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says above the prompt that the step at hand ends soon, and that it has ended: nobody should find that out by sending it.
///
/// The end is told by the server's clock (`expiresAt`, from the `authId`). Where that is past when the step comes, the clocks
/// differ, and nothing is said.
final class StepExpiry {
  /// How long before the end it is said.
  static let warning = 60.0

  private let post: @Sendable (String) -> Void
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Double) async throws -> Void
  private var watched: String?
  private(set) var task: Task<Void, Never>?

  /// - Parameters:
  ///   - post: shows a line above the prompt.
  ///   - sleep: for so many seconds.
  init(
    post: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    self.post = post
    self.now = now
    self.sleep = sleep
  }

  /// This is the step at hand from now on; nil for none.
  func watch(_ step: JSON?) {
    let text = step?["expiresAt"]?.string
    guard text != watched else { return }
    forget()
    watched = text
    guard let end = text.flatMap(Time.init(parsing:))?.date else { return }
    let left = end.timeIntervalSince(now())
    guard left > 0 else { return }
    let (post, sleep) = (post, sleep)
    task = Task.detached { await StepExpiry.tell(left, post: post, sleep: sleep) }
  }

  private static func tell(
    _ left: Double, post: @Sendable (String) -> Void, sleep: @Sendable (Double) async throws -> Void
  ) async {
    do {
      if left > warning {
        try await sleep(left - warning)
        post("the step ends in \(Int(warning)) s")
      }
      try await sleep(min(left, warning))
    } catch {
      // Another step has come.
      return
    }
    post("the step has ended: 'start' begins the journey again")
  }

  func forget() {
    task?.cancel()
    task = nil
    watched = nil
  }
}
