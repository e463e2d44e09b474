package import JSON
import Synchronization

/// A call that has its place in the line of its profile.
package final class PendingCall: Sendable {
  private let work: @Sendable () async throws(Failure) -> Output
  private let place: ProfileQueue.Place

  init(place: ProfileQueue.Place, work: @escaping @Sendable () async throws(Failure) -> Output) {
    self.place = place
    self.work = work
  }

  /// Waits for its turn and runs. Cancelling the task takes it out of the line, or stops what it waits for.
  package func run() async throws(Failure) -> Output {
    defer { place.leave() }
    guard await place.turn() else { throw Failure(.cancelled, "The call was cancelled.") }
    return try await work()
  }
}

extension Workspace {
  /// Answers a call at once where that is possible (`echo`, `help`, `profile`), else gives nil: then `enqueue` it. What is wrong
  /// with a call is said at once, whatever it is.
  package func callNow(_ method: String, params: JSON? = nil, watcher: Watcher = Watcher()) throws(Failure) -> Output? {
    let spec = try self.method(named: method)
    switch spec.body {
    case .pure(let body): return try finished(spec, try body(try spec.bind(params), self))
    case .whenRead(let body):
      let arguments = try spec.bind(params)
      return try finished(spec, try body(arguments, try context(params, watcher)))
    case .inTurn: return nil
    }
  }

  /// Reads a call and takes its place in the line of its profile.
  package func enqueue(
    _ method: String, params: JSON? = nil, watcher: Watcher = Watcher()
  ) throws(Failure) -> PendingCall {
    let spec = try self.method(named: method)
    let arguments = try spec.bind(params)
    let context = try context(params, watcher)
    return PendingCall(place: context.profile.queue.takePlace()) { () async throws(Failure) in
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
    guard let spec = CommandSpec.named(name), spec.isRPC else {
      throw Failure(.unknownMethod, "There is no method \"\(name)\".", hint: "rpc.discover lists the methods.")
    }
    return spec
  }

  private func context(_ params: JSON?, _ watcher: Watcher) throws(Failure) -> CommandContext {
    CommandContext(workspace: self, profile: try profile(named: params?["profile"]), watcher: watcher)
  }

  private func profile(named name: JSON?) throws(Failure) -> Profile {
    try state.withLock { state throws(Failure) in
      guard let profile = state.profiles[name?.string ?? state.current] else {
        throw Failure(.config, "There is no profile \"\(name?.string ?? "")\".")
      }
      return profile
    }
  }

  func perform(_ spec: CommandSpec, _ arguments: Arguments, _ context: CommandContext) async throws(Failure) -> Output {
    do throws(Failure) {
      switch spec.body {
      case .pure(let body): return try finished(spec, try body(arguments, self))
      case .whenRead(let body): return try finished(spec, try body(arguments, context))
      case .inTurn(let body): return try finished(spec, try await body(arguments, context))
      }
    } catch {
      if !spec.leavesLastResult { state.withLock { $0.lastResult = error.json } }
      throw error
    }
  }

  private func finished(_ spec: CommandSpec, _ output: Output) throws(Failure) -> Output {
    if !spec.leavesLastResult { state.withLock { $0.lastResult = output.value ?? .null } }
    return output
  }
}
