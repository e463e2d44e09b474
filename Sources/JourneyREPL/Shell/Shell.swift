import JSON
import JourneyCommands
import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal face: reads lines, runs them, shows results, until ^D or `quit`.
///
/// It lives on the main thread, where libedit is; commands run in tasks meanwhile.
final class Shell {
  private let launch: Launch
  private let editor: LineEditor
  private let loop: MainLoop
  private let reporter: Reporter
  private let status: StatusLine?
  private let workspace: Workspace
  private let history: ShellHistory
  private let appearance: Appearance
  private let session: ShellSession
  private let expiry: StepExpiry

  /// Opens the terminal and the workspace.
  init(_ launch: Launch) throws(Failure) {
    self.launch = launch
    status = launch.status()
    reporter = launch.reporter(status: status)
    let (_, isUTF8) = TerminalLocale.prepare()
    editor = try Self.openEditor(output: launch.output.descriptor, isUTF8: isUTF8)
    expiry = StepExpiry { [reporter, notices = editor.notices] in notices.post(reporter.lines($0)) }
    loop = MainLoop(mode: editor.mode)
    let session = ShellSession()
    self.session = session
    let questions = Questions(loop: loop, mode: editor.mode, status: status)
    let world = session.learning(launch.world(reporter, questions: questions))
    workspace = try Workspace(options: launch.options, world: world, rights: .terminal)
    history = ShellHistory(environment: launch.environment)
    appearance = Appearance(
      descriptor: launch.output.descriptor, environment: launch.environment,
      refusesColor: launch.options.flag("noColor"))
  }

  /// libedit draws on standard output where that is the terminal, else on the terminal itself: a prompt is no result.
  private static func openEditor(output: Int32, isUTF8: Bool) throws(Failure) -> LineEditor {
    let drawing = Terminal.isTerminal(output) ? output : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    do throws(LineEditorError) {
      return try LineEditor(input: STDIN_FILENO, output: drawing, hasUTF8: isUTF8)
    } catch {
      throw Failure(.usage, error.message)
    }
  }

  /// Runs until the end. Gives the exit status: 0, but for what has to be there before the first prompt.
  func run() -> Int32 {
    // A signal between two waits must not end the program.
    SignalPipe.shared?.catchSignals([SIGINT])
    defer { SignalPipe.shared?.release([SIGINT]) }
    if let failure = prepare() {
      reporter.report(failure, place: "journey")
      return failure.exitStatus
    }
    reporter.notice(.note(session.welcome(server: workspace.serverText)))
    for line in history.earlier { editor.addToHistory(line) }
    editor.completer = { [unowned self] line, cursor in Completer(facts: facts()).complete(line, cursor: cursor) }
    runStartFile()
    findKeptStep()
    readLines()
    expiry.forget()
    _ = loop.run { [workspace] in await workspace.close() }
    return launch.exitStatus(0, reporter)
  }

  private func prepare() -> Failure? {
    loop.run { [workspace] () -> Failure? in
      do throws(Failure) {
        try await workspace.prepare()
        return nil
      } catch {
        return error
      }
    }.value
  }

  /// The step that an earlier process has left. What stands in the way of it, the first command tells.
  private func findKeptStep() {
    if workspace.openStep == nil {
      _ = loop.run { [workspace] in try? await workspace.findKeptStep() }
      if workspace.openStep != nil { reporter.notice(.note("a step waits for answers: 'show' shows it")) }
    }
    expiry.watch(workspace.openStep)
  }

  // MARK: - Lines

  private func readLines() {
    while !session.hasEnded {
      editor.prompt = ShellPrompt.prompt(workspace.promptState, hasColor: appearance.hasColor)
      switch editor.readLine() {
      case .endOfInput: return
      case .interrupted: continue
      case .line(let text, let unusable): take(readRest(text), unusable: unusable)
      }
    }
  }

  /// A line that ends in a backslash goes on with the next one.
  private func readRest(_ text: String) -> String {
    var text = text
    while ScriptParser.continues(text) {
      editor.prompt = Prompt("> ")
      guard case .line(let more, _) = editor.readLine() else { return "" }
      text += "\n" + more
    }
    return text
  }

  private func take(_ text: String, unusable: Int) {
    guard text.unicodeScalars.contains(where: { $0 != " " && $0 != "\t" && $0 != "\n" }) else { return }
    guard unusable == 0 else {
      editor.addToHistory(text)
      reporter.notice(
        .warning(
          "\(unusable) bytes of the line could not be read (not UTF-8), so it was not run; the up arrow brings it back")
      )
      return
    }
    switch HistoryRecall(text, earlier: history.all) {
    case .none: run(text)
    case .list: reporter.output.write(history.listing)
    case .unknown(let line): reporter.notice(.warning("there is no earlier line \(line); '!' lists them"))
    case .line(let line):
      reporter.notice(.note(line))
      run(line)
    }
  }

  private func run(_ text: String) {
    editor.addToHistory(text)
    let step = workspace.openStep
    let run = ShellRun(text: text, workspace: workspace, session: session, reporter: reporter, status: status)
    let outcome = loop.run(tick: StatusLine.ticker(status)) { await run.run() }.value
    status?.reset()
    if outcome.hasQuit { session.end() }
    history.add(outcome.lines, step: step, secrets: workspace.secrets)
    let open = workspace.openStep
    if outcome.isFirstStep, let hint = StepHint.first(open, asks: !launch.options.flag("noInput")) {
      reporter.notice(.note(hint))
    }
    expiry.watch(open)
  }

  /// `$XDG_CONFIG_HOME/journey/rc`, which this face alone runs.
  private func runStartFile() {
    guard !launch.options.flag("noRc"), let path = ShellSession.startFile(launch.environment), access(path, F_OK) == 0
    else { return }
    let watcher = session.watcher(reporter: reporter, status: status)
    let failure = loop.run { [workspace] () -> Failure? in
      do throws(Failure) {
        _ = try await workspace.run(.file(path), watcher: watcher, readFile: workspace.world.readFile)
        return nil
      } catch {
        return error
      }
    }.value
    status?.reset()
    if let failure { reporter.report(failure, place: failure.place?.description ?? path) }
  }

  private func facts() -> CompletionFacts {
    let lines = history.all
    return CompletionFacts(
      profiles: { [workspace] in workspace.profileNames },
      journeys: { [session] _ in session.journeys(with: TypedJourneys.names(in: lines)) },
      environment: { [launch] in launch.environment.keys.sorted() },
      variables: { [workspace] in workspace.variableNames }, step: { [workspace] _ in workspace.openStep },
      result: { [workspace] in workspace.lastResult })
  }
}
