import Synchronization

extension Workspace {
  /// How a line or a script ended that no failure stopped.
  package enum LineEnd: Sendable, Equatable {
    case done
    /// An error or failure node stopped it, with this exit status.
    case stopped(Int32)
    /// `quit`
    case quit
  }

  /// Runs one line as a script would, and gives the results. A node that stops a script ends the line: it is the last result.
  package func runLine(_ line: String, watcher: Watcher = Watcher()) async throws(LineFailure) -> [Output] {
    let commands: [ParsedCommand]
    do throws(Failure) {
      commands = try ScriptParser.parse(line: line)
    } catch {
      throw LineFailure(error)
    }
    var outputs: [Output] = []
    for command in commands {
      do throws(Failure) {
        let output = try await run(command, watcher: watcher)
        outputs.append(output)
        watcher.output?(output)
        if output.kind == .quit || output.stops != nil && !command.toleratesFailure { break }
      } catch {
        guard command.toleratesFailure else { throw LineFailure(error, outputs: outputs) }
        watcher.tolerated?(error)
      }
    }
    return outputs
  }

  /// Runs the commands of one parsed line; results and tolerated failures go to the watcher.
  package func run(_ commands: [ParsedCommand], watcher: Watcher) async throws(Failure) -> LineEnd {
    for command in commands {
      do throws(Failure) {
        watcher.command?(command)
        let output = try await run(command, watcher: watcher)
        watcher.output?(output)
        if output.kind == .quit { return .quit }
        if let status = output.stops, !command.toleratesFailure { return .stopped(status) }
      } catch {
        guard command.toleratesFailure else { throw error }
        watcher.tolerated?(error)
      }
    }
    return .done
  }

  /// Runs a whole script, line by line.
  package func runScript(_ bytes: [UInt8], file: String?, watcher: Watcher) async throws(Failure) -> LineEnd {
    var parser = ScriptParser(file: file)
    parser.feed(bytes)
    parser.finish()
    while let commands = try parser.next() {
      let end = try await run(commands, watcher: watcher)
      if end != .done { return end }
    }
    return .done
  }

  /// Runs one command in its turn on the current profile. A failure carries the place of the command.
  package func run(_ command: ParsedCommand, watcher: Watcher = Watcher()) async throws(Failure) -> Output {
    do throws(Failure) {
      let words = try await expand(command.words)
      guard let name = words.first, let spec = CommandSpec.named(name.text) else {
        throw HelpText.unknown(words.first?.text ?? "")
      }
      let arguments = try spec.bind(Array(words.dropFirst()))
      let profile = state.withLock { $0.profiles[$0.current] } ?? Profile(name: "default")
      let context = CommandContext(workspace: self, profile: profile, watcher: watcher)
      return try await PendingCall(place: profile.queue.takePlace()) { () async throws(Failure) in
        try await self.perform(spec, arguments, context)
      }.run()
    } catch {
      var failure = error
      if failure.place == nil { failure.place = command.place }
      throw failure
    }
  }

  private func expand(_ words: [Word]) async throws(Failure) -> [ExpandedWord] {
    var expanded: [ExpandedWord] = []
    for word in words {
      expanded.append(ExpandedWord(text: word.literal ?? "", isSecret: false, mayBeOption: !word.beginsQuoted))
    }
    return expanded
  }
}
