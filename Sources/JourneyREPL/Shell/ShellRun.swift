import JSON
import JourneyCommands
import Synchronization

/// What became of the text that was typed or pasted at one prompt.
struct ShellOutcome: Sendable {
  /// A line of it, and its commands with how they went; nil where it does not parse.
  struct Line: Sendable {
    var text: String
    var commands: [(command: ParsedCommand, outcome: HistoryPolicy.Outcome)]?
  }

  var lines: [Line] = []
  var hasQuit = false
  /// A step was shown for the first time in this shell.
  var isFirstStep = false
}

/// Runs the text of one prompt, line by line. The first failing command ends it, and what was not run is said.
struct ShellRun: Sendable {
  let text: String
  let workspace: Workspace
  let session: ShellSession
  let reporter: Reporter
  let status: StatusLine?

  func run() async -> ShellOutcome {
    var outcome = ShellOutcome()
    let hadStep = session.hasShownStep
    var parser = ScriptParser()
    parser.feed(text.utf8)
    parser.finish()
    let sources = Self.logicalLines(text)
    var number = 0
    while true {
      do throws(Failure) {
        guard let commands = try parser.next() else { break }
        let line = sources.first { $0.number == commands.first?.place.line }?.text ?? text
        number = commands.last?.place.line ?? number
        let (done, goesOn) = await run(commands)
        outcome.lines.append(ShellOutcome.Line(text: line, commands: done))
        outcome.hasQuit = session.hasEnded
        if !goesOn { break }
      } catch {
        number = error.place?.line ?? number
        let line = sources.last { $0.number <= number }?.text ?? text
        outcome.lines.append(ShellOutcome.Line(text: line, commands: nil))
        reporter.report(error, place: place(of: error))
        break
      }
    }
    sayNotRun(sources.filter { $0.number > number }.count, hasQuit: outcome.hasQuit)
    outcome.isFirstStep = !hadStep && session.hasShownStep
    return outcome
  }

  private typealias Done = [(command: ParsedCommand, outcome: HistoryPolicy.Outcome)]

  /// - Returns: How each command went, and whether the next line may run.
  private func run(_ commands: [ParsedCommand]) async -> (done: Done, goesOn: Bool) {
    var done: Done = commands.map { ($0, .didNotRun) }
    let watcher = session.watcher(reporter: reporter, status: status)
    for (index, command) in commands.enumerated() {
      // What most shells call it.
      if command.words.map(\.literal) == ["exit"] {
        session.end()
        return (done, false)
      }
      do throws(Failure) {
        let end = try await workspace.run([command], watcher: watcher)
        done[index].outcome = session.last.output.map { .gave($0) } ?? .failed
        switch end {
        case .done: continue
        case .quit:
          session.end()
          return (done, false)
        case .stopped:
          if let reason = session.last.output?.reason { reporter.tell(reason, place: nil) }
          return (done, false)
        }
      } catch {
        done[index].outcome = .failed
        reporter.report(
          error, place: commands.count > 1 || isSeveralLines || error.place?.file != nil ? place(of: error) : nil)
        return (done, false)
      }
    }
    return (done, true)
  }

  /// Only where the line has more than one place to look at.
  private func place(of failure: Failure) -> String? {
    guard let place = failure.place else { return nil }
    if place.file != nil || isSeveralLines { return place.description }
    return "column \(place.column)"
  }

  private var isSeveralLines: Bool { text.utf8.contains(UInt8(ascii: "\n")) }

  private func sayNotRun(_ count: Int, hasQuit: Bool) {
    guard count > 0, !hasQuit else { return }
    reporter.notice(.warning(count == 1 ? "the line after it was not run" : "the \(count) lines after it were not run"))
  }

  /// The lines with something in them, by the number of their first line; a line that ends in a backslash goes on.
  static func logicalLines(_ text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    var goesOn = false
    for (index, part) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = String(Substring(part))
      if goesOn, let last = lines.indices.last {
        // In the history it is one line again.
        lines[last].text = String(lines[last].text.dropLast()) + line
      } else if line.utf8.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) {
        lines.append((index + 1, line))
      }
      goesOn = part.last == UInt8(ascii: "\\")
    }
    return lines
  }
}
