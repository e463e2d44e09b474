package import JSON
import JourneyEngine
import Synchronization

/// A call that has its place in the line of its profile.
package final class PendingCall: Sendable {
  private let work: @Sendable () async throws(Failure) -> Output
  private let place: ProfileQueue.Place
  /// Where its task runs best: beside the network once the profile has been there. A step then changes threads once.
  package let executor: (any TaskExecutor)?

  init(
    place: ProfileQueue.Place, on executor: (any TaskExecutor)?,
    work: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.place = place
    self.executor = executor
    self.work = work
  }

  /// Waits for its turn and runs, and leaves the line.
  package func run() async throws(Failure) -> Output {
    defer { leave() }
    return try await runInPlace()
  }

  /// Waits for its turn and runs, and keeps its place until `leave`: an answer is written before the next call begins. Cancelling
  /// the task takes it out of the line, or stops what it waits for.
  package func runInPlace() async throws(Failure) -> Output {
    guard await place.turn() else { throw .cancelled }
    return try await work()
  }

  package func leave() { place.leave() }
}

extension Workspace {
  /// Answers a call at once where that is possible (`echo`, `help`, `profile`), else gives nil: then `enqueue` it. What is wrong
  /// with a call is said at once, whatever it is.
  package func callNow(_ method: String, params: JSON? = nil, watcher: Watcher = Watcher()) throws(Failure) -> Output? {
    let spec = try self.method(named: method)
    switch spec.body {
    case .pure(let body):
      // In a record it has its place among the others.
      guard !recorder.isOn else { return nil }
      let (arguments, context) = (try spec.bind(params), try context(params, watcher))
      let output = try body(arguments, self)
      leave(output.value, of: spec)
      context.record(spec, arguments, output)
      return output
    case .whenRead(let body):
      let (arguments, context) = (try arguments(of: spec, params), try context(params, watcher))
      let output = try body(arguments, context)
      leave(output.value, of: spec)
      context.record(spec, arguments, output)
      return output
    case .inTurn: return nil
    }
  }

  /// Reads a call and takes its place in the line of its profile.
  package func enqueue(
    _ method: String, params: JSON? = nil, watcher: Watcher = Watcher()
  ) throws(Failure) -> PendingCall {
    let spec = try self.method(named: method)
    let arguments = try arguments(of: spec, params)
    let profile = try profile(in: params)
    let place = profile.queue.takePlace()
    let line = LineScope(profile: profile, holding: place)
    let context = CommandContext(workspace: self, profile: profile, watcher: watcher, line: line)
    return PendingCall(place: place, on: profile.executor) { () async throws(Failure) in
      try await self.perform(spec, arguments, context)
    }
  }

  /// Runs a call: `params` by name (an object, with `profile` and `progressToken` where wanted) or by position (an array).
  package func call(_ method: String, params: JSON? = nil, watcher: Watcher = Watcher()) async throws(Failure) -> Output
  {
    if let output = try callNow(method, params: params, watcher: watcher) { return output }
    return try await enqueue(method, params: params, watcher: watcher).run()
  }

  private func method(named name: String) throws(Failure) -> CommandSpec {
    guard let spec = CommandSpec.named(name), spec.isRPC, spec.isMCP || rights.face != .mcp else {
      throw Failure(
        .unknownMethod, "There is no method \"\(ServerText.line(name))\".", hint: "rpc.discover lists the methods.")
    }
    return spec
  }

  private func arguments(of spec: CommandSpec, _ params: JSON?) throws(Failure) -> Arguments {
    let arguments = try spec.bind(params)
    try allow(arguments, of: spec)
    return arguments
  }

  private func context(_ params: JSON?, _ watcher: Watcher) throws(Failure) -> CommandContext {
    CommandContext(workspace: self, profile: try profile(in: params), watcher: watcher, line: nil)
  }

  /// The profile that a call names, else the current one.
  func profile(in params: JSON?) throws(Failure) -> Profile {
    guard let name = params?["profile"], !name.isNull else { return currentProfile }
    guard let text = name.string else { throw Failure(.usage, "profile is a text.") }
    return try profile(named: text)
  }

  /// Refuses what the face does not allow (CONTRACT.md 2).
  func allow(_ arguments: Arguments, of spec: CommandSpec) throws(Failure) {
    if !rights.reveals, let name = ["reveal", "raw"].first(where: { arguments.flag($0) }) {
      throw Failure(.usage, "\(spec.name) has no parameter \"\(name)\".")
    }
  }

  /// Runs a command whose turn it is.
  func perform(_ spec: CommandSpec, _ arguments: Arguments, _ context: CommandContext) async throws(Failure) -> Output {
    do throws(Failure) {
      var output: Output
      switch spec.body {
      case .pure(let body): output = try body(arguments, self)
      case .whenRead(let body): output = try body(arguments, context)
      case .inTurn(let body): output = try await body(arguments, context)
      }
      if !arguments.flag("reveal") { output = withoutEchoes(output) }
      if output.kind == .node { output.profile = context.profile.name }
      leave(output.value ?? .null, of: spec)
      context.record(spec, arguments, output)
      await writeRecordOrStop()
      return output
    } catch {
      var failure = scrubbed(error)
      if failure.code == .cancelled, failure.hint == nil, context.profile.state.withLock({ $0.open != nil }) {
        failure.hint = "The step is still open: 'show' shows it, 'next' or 'wait' goes on."
      }
      leave(failure.json, of: spec)
      context.recordFailure(spec, arguments)
      await writeRecordOrStop()
      throw failure
    }
  }

  /// A failure without secrets in its texts.
  package func scrubbed(_ failure: Failure) -> Failure {
    var failure = failure
    failure.message = secrets.scrub(failure.message)
    failure.hint = failure.hint.map { secrets.scrub($0) }
    if case .object(let data) = secrets.scrubTexts(of: .object(failure.data), sparesWords: false) {
      failure.data = data
    }
    return failure
  }

  /// A result without the secrets that the server repeats.
  private func withoutEchoes(_ output: Output) -> Output {
    var output = output
    output.warnings = output.warnings.map { secrets.scrub($0) }
    output.reason = output.reason.map(scrubbed)
    if output.mayRepeatSecrets, let value = output.value {
      // A word that `echo` prints is not the server's own.
      output.value = secrets.scrubTexts(of: value, sparesWords: output.kind != .text)
    }
    return output
  }

  func leave(_ result: JSON?, of spec: CommandSpec) {
    guard !spec.leavesLastResult else { return }
    state.withLock { $0.lastResult = result ?? .null }
  }
}
