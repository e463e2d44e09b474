import JSON
import Synchronization

/// What `record FILE` keeps: the lines so far, in memory, and the file that they are written to, whole, after each command.
final class Recorder: Sendable {
  private struct State {
    var path: String?
    /// The profile that the last line works on.
    var profile = ""
    var lines: [RecordedLine] = []
    /// The last command that failed: kept where an expectation looks at it.
    var failed: RecordedLine?
    /// Where the lines of a `wait` begin, while nothing stands behind them.
    var waitStart: Int?
    /// Lines that the file does not have yet.
    var isBehind = false
  }

  private let state = Mutex(State())
  /// Names of environment variables by the secret that came from them, also before the record began.
  private let sources = Mutex<[String: String]>([:])
  /// Held while the file is written, so that a newer text is never replaced with an older one.
  private let writing = Mutex(())

  var path: String? { state.withLock { $0.path } }
  var isOn: Bool { path != nil }

  func begin(_ path: String, profile: String, settings: JSON.Object) {
    state.withLock { state in
      state = State(path: path, profile: profile, isBehind: true)
      state.lines = settings.members.map { RecordedLine.config($0.name, $0.value) }
    }
  }

  /// - Returns: The path of the file; nil where nothing was recorded.
  func end() -> String? {
    state.withLock { state in
      defer { state = State() }
      return state.path
    }
  }

  /// - Parameter isWait: the lines stand for a wait, and so for the one before them too: what polls again and again is one wait.
  func add(_ lines: [RecordedLine], profile: String, isWait: Bool = false) {
    state.withLock { state in
      guard state.path != nil else { return }
      if isWait, state.profile == profile, let start = state.waitStart { state.lines.removeSubrange(start...) }
      if state.profile != profile {
        state.lines.append(RecordedLine([.plain("profile"), .value(RecordedValue(profile, name: "PROFILE"))]))
        state.profile = profile
      }
      state.waitStart = isWait ? state.lines.count : nil
      state.lines += lines
      state.failed = nil
      state.isBehind = true
    }
  }

  /// An expectation, or a value that is captured: the failed command that it looks at comes before it.
  func look(_ line: RecordedLine, profile: String) {
    let failed = state.withLock { $0.failed }
    add((failed.map { [$0] } ?? []) + [line], profile: profile)
  }

  func fail(_ line: RecordedLine) {
    state.withLock { $0.failed = line }
  }

  /// The lines before have switched to that profile.
  func switched(to profile: String) {
    state.withLock { $0.profile = profile }
  }

  func know(_ secret: String, from variable: String) {
    sources.withLock { $0[secret] = variable }
  }

  /// Writes the file where it is behind. Blocks.
  func write(secrets: SecretRegistry, version: String) throws(Files.Problem) {
    let problem: Files.Problem? = writing.withLock { _ in
      let work = state.withLock { state -> State? in
        guard state.isBehind else { return nil }
        state.isBehind = false
        return state
      }
      guard let work, let path = work.path else { return nil }
      var script = RecordScript(secrets: secrets, sources: sources.withLock { $0 })
      do throws(Files.Problem) {
        try Files.write(Array(script.text(of: work.lines, version: version).utf8), to: path)
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }
}

extension Workspace {
  /// Writes what was recorded since the last time.
  func writeRecord() async throws(Failure) {
    guard recorder.isOn else { return }
    let (recorder, secrets, version) = (recorder, secrets, world.version)
    try await Blocking.onFiles { () throws(Files.Problem) in
      try recorder.write(secrets: secrets, version: version)
    }
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
