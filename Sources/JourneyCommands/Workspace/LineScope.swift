import Synchronization

/// A line or a script that runs: it keeps its place in the line of the profile that it works on, so that no other call comes in
/// between. It never holds two places at once, so two lines cannot wait for each other.
final class LineScope: Sendable {
  private struct Held {
    var profile: Profile
    var place: ProfileQueue.Place
  }

  /// The profile that was named for the whole line; nil for the current one at each command.
  let named: Profile?
  private let held: Mutex<Held?>

  init(named: Profile? = nil) {
    self.named = named
    held = Mutex(nil)
  }

  /// Takes the place now, without waiting for the turn.
  func takePlace(on profile: Profile) {
    let place = profile.queue.takePlace()
    let before = held.withLock { held in
      defer { held = Held(profile: profile, place: place) }
      return held
    }
    before?.place.leave()
  }

  /// Waits for the turn on a profile; false when the task was cancelled first.
  func turn(on profile: Profile) async -> Bool {
    if held.withLock({ $0?.profile !== profile }) { takePlace(on: profile) }
    guard let place = held.withLock({ $0?.place }) else { return false }
    return await place.turn()
  }

  func leave() {
    let before = held.withLock { held in
      defer { held = nil }
      return held
    }
    before?.place.leave()
  }
}
