import Synchronization

/// A line or a script that runs: it keeps its place in the line of the profile that it works on, so that no other call comes in
/// between. It never holds two places at once, so two lines cannot wait for each other.
final class LineScope: Sendable {
  private struct Held {
    var profile: Profile
    var place: ProfileQueue.Place
  }

  /// The profile that the line was read for; nil where each command takes the current one.
  private let ownProfile: Mutex<Profile?>
  private let held: Mutex<Held?>

  /// A script or a line of a person: each command works on the profile that is current then.
  init() {
    ownProfile = Mutex(nil)
    held = Mutex(nil)
  }

  /// A line or call of a program: it stays with the profile of the moment when it was read. `place` is the one that it has in the
  /// line of that profile already.
  init(profile: Profile, holding place: ProfileQueue.Place) {
    ownProfile = Mutex(profile)
    held = Mutex(Held(profile: profile, place: place))
  }

  /// The profile of the next command; nil for the current one.
  var profile: Profile? { ownProfile.withLock { $0 } }

  /// After `profile NAME` within the line: what follows works on that one.
  func follow(_ profile: Profile) {
    ownProfile.withLock { if $0 != nil { $0 = profile } }
  }

  /// Takes a place without waiting for the turn.
  private func takePlace(on profile: Profile) {
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
