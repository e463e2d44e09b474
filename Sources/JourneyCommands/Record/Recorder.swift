import JSON
import Synchronization

/// What is recorded: the lines of `record FILE`, in memory, and the file that they are written to, whole, after each command; and
/// the lines of each profile's journey since it began, for a `record` that comes behind it.
final class Recorder: Sendable {
  /// A record that was begun and not ended.
  private struct Record {
    var path: String
    /// The first line of the file.
    var head: String
    /// What stands before all other lines: how the profile is made, where no file has it.
    var opening: [RecordedLine]
    var track: RecordTrack
    /// Whether it has nothing yet but what was done before it began: a `start` then takes its place.
    var holdsEarlierAlone: Bool
    /// Whether there are lines that the file does not have yet.
    var isBehind = true
  }

  private struct State {
    var record: Record?
    /// By profile. A journey that is not here began elsewhere, or has become too long.
    var journeys: [String: RecordTrack] = [:]
    /// Names of variables of the environment.
    var needed: [String] = []
  }

  private let state = Mutex(State())
  /// Names of environment variables by the secret that came from them, also before the record began.
  private let sources = Mutex<[String: String]>([:])
  /// Held while the file is written, so that a newer text is never replaced with an older one.
  private let writing = Mutex(())
  /// Whether journeys are remembered: nobody but who may write files has a use for them.
  let remembers: Bool
  /// Lines of a journey that are remembered at most.
  private static let longestJourney = 2_000

  init(remembers: Bool) {
    self.remembers = remembers
  }

  var path: String? { state.withLock { $0.record?.path } }
  var isOn: Bool { path != nil }
  /// Whether anybody wants to hear of commands.
  var listens: Bool { remembers || isOn }

  /// Begins a file with the journey of that profile, or with its settings where none is remembered.
  ///
  /// - Returns: How many commands of the journey it has already; nil where none is remembered.
  func begin(
    _ path: String, head: String, opening: [RecordedLine], profile: String, settings: JSON.Object
  ) -> Int? {
    state.withLock { state in
      let journey = state.journeys[profile]
      state.record = Record(
        path: path, head: head, opening: opening,
        track: journey ?? RecordTrack(profile: profile, settings: settings),
        holdsEarlierAlone: journey != nil)
      return journey?.lines.count { !$0.isExpectation }
    }
  }

  /// - Returns: The path of the file; nil where nothing was recorded.
  func end() -> String? {
    state.withLock { state in
      defer { state.record = nil }
      return state.record?.path
    }
  }

  /// A journey begins on that profile.
  func beginJourney(_ lines: [RecordedLine], opening: [RecordedLine], profile: String, settings: JSON.Object) {
    state.withLock { state in
      if state.record?.holdsEarlierAlone == true {
        state.record?.opening = opening
        state.record?.track = RecordTrack(profile: profile, settings: settings)
      }
      if remembers { state.journeys[profile] = RecordTrack(profile: profile, settings: settings) }
    }
    add(lines, profile: profile)
  }

  func knowsJourney(of profile: String) -> Bool { state.withLock { $0.journeys[profile] != nil } }

  /// - Parameter isWait: as in ``RecordTrack/add(_:profile:isWait:)``.
  func add(_ lines: [RecordedLine], profile: String, isWait: Bool = false) {
    change(profile) { $0.add(lines, profile: profile, isWait: isWait) }
  }

  /// An expectation, or a value that is captured: the command that it looks at comes before it.
  func look(_ line: RecordedLine, profile: String) {
    change(profile) { $0.look(line, profile: profile) }
  }

  private func change(_ profile: String, _ body: (inout RecordTrack) -> Void) {
    state.withLock { state in
      state.record.change { record in
        body(&record.track)
        record.holdsEarlierAlone = false
        record.isBehind = true
      }
      state.journeys[profile].change(body)
      if let journey = state.journeys[profile], journey.lines.count > Self.longestJourney {
        state.journeys[profile] = nil
      }
    }
  }

  /// A command that is no part of a test unless an expectation looks at its result.
  func setAside(_ line: RecordedLine, profile: String) {
    state.withLock { state in
      state.record?.track.setAside(line)
      state.journeys[profile].change { $0.setAside(line) }
    }
  }

  /// A line that switches to another profile, which it makes. No journey has use for it: each is of one profile.
  func add(_ line: RecordedLine, from profile: String, to other: String) {
    state.withLock { state in
      state.record.change { record in
        record.track.add([line], profile: profile)
        record.track.switched(to: other)
        record.holdsEarlierAlone = false
        record.isBehind = true
      }
    }
  }

  func know(_ secret: String, from variable: String) {
    sources.withLock { $0[secret] = variable }
  }

  /// What of the environment the file needs, as it was written last.
  var needed: [String] { state.withLock { $0.needed } }

  /// Writes the file where it is behind. Blocks.
  func write(secrets: SecretRegistry) throws(Files.Problem) {
    let problem: Files.Problem? = writing.withLock { _ in
      let work = state.withLock { state -> (path: String, head: String, lines: [RecordedLine])? in
        guard let record = state.record, record.isBehind else { return nil }
        state.record?.isBehind = false
        return (record.path, record.head, record.opening + record.track.lines)
      }
      guard let work else { return nil }
      var script = RecordScript(secrets: secrets, sources: sources.withLock { $0 })
      do throws(Files.Problem) {
        try Files.write(Array(script.text(of: work.lines, head: work.head).utf8), to: work.path)
        state.withLock { $0.needed = script.needed }
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }
}

extension Optional {
  /// Changes what is there.
  fileprivate mutating func change(_ body: (inout Wrapped) -> Void) {
    guard var value = self else { return }
    self = nil
    body(&value)
    self = value
  }
}

extension Workspace {
  /// Writes what was recorded since the last time.
  func writeRecord() async throws(Failure) {
    guard recorder.isOn else { return }
    let (recorder, secrets) = (recorder, secrets)
    try await Blocking.onFiles { () throws(Files.Problem) in try recorder.write(secrets: secrets) }
  }

  /// The same behind a command, which has done its work whatever becomes of the record.
  func writeRecordOrStop() async {
    do throws(Failure) {
      try await writeRecord()
    } catch {
      _ = recorder.end()
      notify(.warning("\(error.message) Nothing is recorded any more."))
    }
  }
}
