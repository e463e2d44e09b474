import JSON
import JourneyCommands

/// The lines of this shell and of those before, and which of them the file keeps.
final class ShellHistory {
  /// How many lines of earlier shells are known.
  static let limit = 2_000
  private let file: HistoryFile?
  /// Lines of earlier shells.
  let earlier: [String]
  private(set) var all: [String]

  init(environment: [String: String]) {
    file = HistoryFile(environment: environment)
    earlier = Array((file?.lines() ?? []).suffix(Self.limit))
    all = earlier
  }

  /// - Parameter secrets: What must not get into the file by value, wherever it stands in a line.
  func add(_ lines: [ShellOutcome.Line], step: JSON?, secrets: SecretRegistry) {
    all += lines.map(\.text)
    let kept = lines.filter { line in
      HistoryPolicy.keeps(line.text, commands: line.commands, step: step) && secrets.scrub(line.text) == line.text
    }
    file?.append(kept.map { Self.trimmed($0.text) })
  }

  /// Without the blank that completion leaves behind a word.
  private static func trimmed(_ line: String) -> String {
    var scalars = line.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// The last lines with their numbers, for `!N`.
  var listing: String {
    let first = max(0, all.count - 30)
    return all[first...].enumerated().map { offset, line in "\(first + offset + 1)  \(line)\n" }.joined()
  }
}
