import JSON
import JourneyCommands
import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a script, or one command, without a shell: results to standard output, one line for what stopped it, an exit status.
struct ScriptFace: Sendable {
  private let launch: Launch
  private let loop = MainLoop()
  private let reporter: Reporter
  private let status: StatusLine?
  private let last = LastCommand()

  init(_ launch: Launch) {
    self.launch = launch
    status = launch.status()
    reporter = launch.reporter(status: status)
  }

  /// Runs a script to its end or its first failing command. On the main thread.
  func run(_ input: ScriptInput) -> Int32 {
    let rights = input == .standardInput ? Rights.scriptOnStandardInput : .script
    return run(rights, name: input.name) { workspace async throws(Failure) in
      try await workspace.run(input, watcher: watcher, readFile: workspace.world.readFile)
    }
  }

  /// Runs one command whose words the shell has cut already: nothing in them is expanded.
  func run(words: [String]) -> Int32 {
    let place = ScriptPlace(line: 1, column: 1)
    let command = ParsedCommand(
      words: words.map { Word(pieces: [.literal($0)], place: place) }, toleratesFailure: false, isSilent: false,
      place: place,
      text: words.map { WordText.quoted($0) }.joined(separator: " "))
    // A person at a terminal is asked for what is missing.
    let rights = Terminal.isTerminal(STDIN_FILENO) ? Rights.terminal : .script
    return run(rights, name: nil) { workspace async throws(Failure) in
      let end = try await workspace.run([command], watcher: watcher)
      if end == .done, let hint = Self.ending(words, workspace) { reporter.notice(.note(hint)) }
      return end
    }
  }

  /// What is lost with the process of a single command.
  private static func ending(_ words: [String], _ workspace: Workspace) -> String? {
    switch words[0] {
    case "config" where words.count > 2, "let", "trace", "capture":
      "this holds for its process alone, which ends now: journey -c 'LINE; LINE' runs several commands"
        + (words[0] == "config" ? ", 'save' among them keeps settings" : "")
    case "start", "next", "resume", "set", "wait":
      lostStep(workspace)
    default: nil
    }
  }

  /// A step that the process takes along. Who wants one value of it wants no more of it.
  private static func lostStep(_ workspace: Workspace) -> String? {
    guard workspace.openStep != nil, !workspace.keepsState, workspace.options["get"] == nil else { return nil }
    return workspace.options.flag("sandbox")
      ? "the step ends with this process, and so does the sandbox: 'journey --sandbox' alone is a shell that goes on with it"
      : "the step ends with this process: --store file keeps it for the next"
  }

  // MARK: - The run

  /// What `--get` finds.
  private enum Wanted: Sendable {
    case value(String)
    case failed(Failure)
  }

  private enum Ending: Sendable {
    case done(Workspace.LineEnd, wanted: Wanted?)
    case failed(Failure, wanted: Wanted? = nil)
  }

  private func run(
    _ rights: Rights, name: String?, _ body: @escaping @Sendable (Workspace) async throws(Failure) -> Workspace.LineEnd
  ) -> Int32 {
    let questions = Launch.hasTerminal ? Questions(loop: loop, status: status) : nil
    let world = launch.world(reporter, questions: questions)
    let (ending, wasInterrupted) = loop.run(tick: StatusLine.ticker(status)) { [launch] () -> Ending in
      let workspace: Workspace
      do throws(Failure) {
        workspace = try Workspace(options: launch.options, world: world, rights: rights)
      } catch {
        return .failed(error)
      }
      let ending: Ending
      do throws(Failure) {
        try await workspace.prepare()
        let end = try await body(workspace)
        ending = .done(end, wanted: Self.wanted(launch, workspace))
      } catch {
        ending = .failed(error, wanted: Self.wanted(launch, workspace))
      }
      await workspace.close()
      return ending
    }
    status?.reset()
    return launch.exitStatus(finish(ending, name: name, wasInterrupted: wasInterrupted), reporter)
  }

  private static func wanted(_ launch: Launch, _ workspace: Workspace) -> Wanted? {
    guard let path = launch.options["get"]?.string else { return nil }
    do throws(Failure) {
      return .value(try workspace.value(at: path))
    } catch {
      return .failed(error)
    }
  }

  private func finish(_ ending: Ending, name: String?, wasInterrupted: Bool) -> Int32 {
    let interrupted = Failure.Code.cancelled.exitStatus
    switch ending {
    case .done(.stopped(let status), let wanted):
      printFound(wanted)
      reporter.reportStop(last.output, place: place(last.command?.place, name: name))
      return wasInterrupted ? interrupted : status
    case .done(_, let wanted): return wasInterrupted ? interrupted : printWanted(wanted)
    case .failed(let failure, let wanted):
      printFound(wanted)
      reporter.report(failure, place: place(failure.place, name: name))
      return wasInterrupted ? interrupted : failure.exitStatus
    }
  }

  /// `--get` of what failed: the value where there is one. What failed is the error.
  private func printFound(_ wanted: Wanted?) {
    if case .value(let text)? = wanted { reporter.put(raw: text) }
  }

  /// `--get`: the one value of the last result, raw.
  private func printWanted(_ wanted: Wanted?) -> Int32 {
    switch wanted {
    case nil: return 0
    case .value(let text):
      reporter.put(raw: text)
      return 0
    case .failed(let failure):
      reporter.report(failure, place: "journey")
      return failure.exitStatus
    }
  }

  /// `file:line:column`, or the program's name for a single command and for what has no place in the script.
  private func place(_ place: ScriptPlace?, name: String?) -> String {
    guard let name, let place else { return "journey" }
    return "\(place.file ?? name):\(place.line):\(place.column)"
  }

  private var watcher: Watcher {
    Watcher(
      progress: { [status] value in
        if let left = value["remainingMilliseconds"]?.integer { status?.waits(milliseconds: left) }
      },
      command: { [last, reporter, status, launch] command in
        if launch.options.echoesCommands, !command.isSilent {
          reporter.echo(CommandSecrets.masked(command, step: last.step))
        }
        last.began(command)
        status?.begin()
      },
      output: { [last, reporter, status] output in
        status?.reset()
        last.gave(output)
        reporter.report(output)
      },
      tolerated: { [reporter] failure in reporter.reportTolerated(failure) })
  }
}

extension Workspace {
  /// Runs a script as it comes in, line by line.
  func run(
    _ input: ScriptInput, watcher: Watcher, readFile: @Sendable (String) async throws(Failure) -> [UInt8]
  ) async throws(Failure) -> LineEnd {
    var parser = ScriptParser(file: input.name)
    for await bytes in try await input.bytes(readFile: readFile) {
      parser.feed(bytes)
      let end = try await runRead(&parser, watcher)
      if end != .done { return end }
    }
    parser.finish()
    return try await runRead(&parser, watcher)
  }

  private func runRead(_ parser: inout ScriptParser, _ watcher: Watcher) async throws(Failure) -> LineEnd {
    while let commands = try parser.next() {
      let end = try await run(commands, watcher: watcher)
      if end != .done { return end }
    }
    return .done
  }
}
