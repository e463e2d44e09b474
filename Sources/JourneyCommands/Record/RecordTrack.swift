import JSON

/// Lines of commands in their order, as one file or one journey has them.
struct RecordTrack: Sendable {
  private(set) var lines: [RecordedLine]
  /// The profile that the last line works on.
  private(set) var profile: String
  /// The last command that is no part of a test: it has failed, or only looked. It is kept where an expectation looks at its result.
  private var aside: RecordedLine?
  /// Where the lines of a `wait` begin, while nothing stands behind them.
  private var waitStart: Int?

  /// - Parameter settings: What was changed in the profile before.
  init(profile: String, settings: JSON.Object) {
    self.profile = profile
    lines = settings.members.map { RecordedLine.config($0.name, $0.value) }
  }

  /// - Parameter isWait: the lines stand for a wait, and so for the one before them too: what polls again and again is one wait.
  mutating func add(_ more: [RecordedLine], profile: String, isWait: Bool = false) {
    if isWait, self.profile == profile, let start = waitStart { lines.removeSubrange(start...) }
    if self.profile != profile {
      lines.append(RecordedLine([.plain("profile"), .value(RecordedValue(profile, name: "PROFILE"))]))
      self.profile = profile
    }
    waitStart = isWait ? lines.count : nil
    lines += more
    aside = nil
  }

  /// An expectation, or a value that is captured: the command that it looks at comes before it.
  mutating func look(_ line: RecordedLine, profile: String) {
    add((aside.map { [$0] } ?? []) + [line], profile: profile)
  }

  mutating func setAside(_ line: RecordedLine) { aside = line }

  /// The lines before have switched to that profile.
  mutating func switched(to profile: String) { self.profile = profile }
}
