import JSON
import JourneyCommands

/// The lines of this shell and of those before, and which of them the file keeps.
final class ShellHistory {
  private let file: HistoryFile?
  /// Lines of earlier shells.
  let earlier: [String]
  private(set) var all: [String]

  init(environment: [String: String]) {
    file = HistoryFile(environment: environment)
    earlier = Array((file?.lines() ?? []).suffix(2_000))
    all = earlier
  }

  func add(_ lines: [ShellOutcome.Line], step: JSON?) {
    all += lines.map(\.text)
    file?.append(lines.filter { HistoryPolicy.keeps($0.text, commands: $0.commands, step: step) }.map(\.text))
  }

  /// The last lines with their numbers, for `!N`.
  var listing: String {
    let first = max(0, all.count - 30)
    return all[first...].enumerated().map { offset, line in "\(first + offset + 1)  \(line)\n" }.joined()
  }
}
