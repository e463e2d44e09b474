package import JSON
import Synchronization

/// A line that was read and has its place in the line of its profile.
package final class PendingLine: Sendable {
  private let commands: [ParsedCommand]
  private let workspace: Workspace
  private let scope: LineScope
  private let watcher: Watcher

  init(_ commands: [ParsedCommand], _ workspace: Workspace, _ scope: LineScope, _ watcher: Watcher) {
    self.commands = commands
    self.workspace = workspace
    self.scope = scope
    self.watcher = watcher
  }

  /// Runs the line and leaves the line of its profile.
  package func run() async throws(LineFailure) -> [Output] {
    defer { leave() }
    return try await runInPlace()
  }

  package func leave() { scope.leave() }

  /// Runs the line as a script would, and gives the results, `{"error":…}` for a failure that `-` tolerates. A node that stops a
  /// script ends the line: it is the last result. Keeps its place until `leave`.
  package func runInPlace() async throws(LineFailure) -> [Output] {
    let outputs = Collected()
    var watcher = watcher
    let told = watcher.output
    watcher.output = { output in
      outputs.append(output)
      told?(output)
    }
    let tolerated = watcher.tolerated
    watcher.tolerated = { failure in
      outputs.append(Output(failure.json, .nothing))
      tolerated?(failure)
    }
    do throws(Failure) {
      _ = try await workspace.run(commands, in: scope, watcher)
      return outputs.all
    } catch {
      throw LineFailure(error, outputs: outputs.all)
    }
  }
}

extension Workspace {
  /// How a line or a script ended that no failure stopped.
  package enum LineEnd: Sendable, Equatable {
    case done
    /// An error or failure node stopped it, with this exit status.
    case stopped(Int32)
    /// `quit`
    case quit
  }

  /// Reads a line for the JSON-RPC method `command` and takes its place. `params` may name the profile.
  package func enqueueLine(
    _ line: String, params: JSON? = nil, watcher: Watcher = Watcher()
  ) throws(Failure) -> PendingLine {
    let commands = try ScriptParser.parse(line: line)
    let named = params?["profile"] == nil ? nil : try profile(in: params)
    let profile = named ?? currentProfile
    let scope = LineScope(profile: profile, holding: profile.queue.takePlace())
    return PendingLine(commands, self, scope, watcher)
  }

  /// Answers a line at once that holds nothing but commands that touch no profile (`echo`, `help`); nil for any other, also for
  /// one with a fault: then `enqueueLine` it.
  package func lineNow(_ line: String, params: JSON? = nil) -> [Output]? {
    guard !recorder.isOn, let commands = try? ScriptParser.parse(line: line), let profile = try? profile(in: params)
    else { return nil }
    let context = CommandContext(workspace: self, profile: profile, watcher: Watcher(), line: nil)
    var done: [(spec: CommandSpec, arguments: Arguments, output: Output)] = []
    for command in commands {
      guard let words = expandNow(command.words), let spec = CommandSpec.named(words[0].text),
        case .pure(let body) = spec.body, let arguments = try? spec.bind(Array(words.dropFirst())),
        let output = try? body(arguments, self)
      else { return nil }
      done.append((spec, arguments, output))
    }
    for command in done { context.record(command.spec, command.arguments, command.output) }
    return done.map(\.output)
  }

  /// Runs one line as a script would, and gives the results.
  package func runLine(_ line: String, watcher: Watcher = Watcher()) async throws(LineFailure) -> [Output] {
    let pending: PendingLine
    do throws(Failure) {
      pending = try enqueueLine(line, watcher: watcher)
    } catch {
      throw LineFailure(error)
    }
    return try await pending.run()
  }

  /// Runs the commands of one parsed line; results and tolerated failures go to the watcher.
  package func run(_ commands: [ParsedCommand], watcher: Watcher) async throws(Failure) -> LineEnd {
    let scope = LineScope()
    defer { scope.leave() }
    return try await run(commands, in: scope, watcher)
  }

  /// Runs one command in its turn on the current profile. A failure carries the place of the command.
  package func run(_ command: ParsedCommand, watcher: Watcher = Watcher()) async throws(Failure) -> Output {
    let scope = LineScope()
    defer { scope.leave() }
    return try await run(command, in: scope, watcher)
  }

  /// Runs a whole script, line by line.
  package func runScript(_ bytes: [UInt8], file: String?, watcher: Watcher) async throws(Failure) -> LineEnd {
    let scope = LineScope()
    defer { scope.leave() }
    return try await runScript(bytes, file: file, in: scope, watcher)
  }

  func runScript(
    _ bytes: [UInt8], file: String?, in scope: LineScope, _ watcher: Watcher
  ) async throws(Failure) -> LineEnd {
    var parser = ScriptParser(file: file)
    parser.feed(bytes)
    parser.finish()
    while let commands = try parser.next() {
      let end = try await run(commands, in: scope, watcher)
      if end != .done { return end }
    }
    return .done
  }

  func run(_ commands: [ParsedCommand], in scope: LineScope, _ watcher: Watcher) async throws(Failure) -> LineEnd {
    for command in commands {
      do throws(Failure) {
        watcher.command?(command)
        let output = try await run(command, in: scope, watcher)
        watcher.output?(output)
        if output.kind == .quit { return .quit }
        if let status = output.stops, !command.toleratesFailure { return .stopped(status) }
      } catch {
        guard command.toleratesFailure, error.code != .cancelled else { throw error }
        watcher.tolerated?(error)
      }
    }
    return .done
  }

  private func bind(_ words: [ExpandedWord], to spec: CommandSpec) throws(Failure) -> Arguments {
    do throws(Failure) {
      return try spec.bind(words)
    } catch {
      guard words.isEmpty, let status = spec.status else { throw error }
      var failure = error
      failure.hint = [status(self), error.hint].compactMap { $0 }.joined(separator: " ")
      throw failure
    }
  }

  private func run(_ command: ParsedCommand, in scope: LineScope, _ watcher: Watcher) async throws(Failure) -> Output {
    do throws(Failure) {
      // Its turn comes first: variables may be set by the calls before.
      if let profile = scope.profile, await !scope.turn(on: profile) { throw .cancelled }
      let words = try await expand(command.words)
      guard let spec = CommandSpec.named(words[0].text) else { throw HelpText.unknown(words[0].text) }
      let arguments = try bind(Array(words.dropFirst()), to: spec)
      try allow(arguments, of: spec)
      let profile = scope.profile ?? currentProfile
      if case .inTurn = spec.body {
        guard await scope.turn(on: profile) else { throw .cancelled }
      }
      return try await perform(
        spec, arguments, CommandContext(workspace: self, profile: profile, watcher: watcher, line: scope))
    } catch {
      var failure = scrubbed(error)
      if failure.place == nil { failure.place = command.place }
      if let spec = command.words[0].literal.flatMap(CommandSpec.named) {
        leave(failure.json, of: spec)
      } else {
        // Of a command that there is not, too, nothing before it is the result.
        state.withLock { $0.lastResult = failure.json }
      }
      throw failure
    }
  }
}
