package import JSON

/// Sends a notification to the client.
package typealias Notify = @Sendable (_ method: String, _ params: JSON) -> Void

/// What stands behind the frames: the methods, their order, and the life cycle of the protocol that is spoken.
package protocol CallHandler: Sendable {
  /// Reads a call. Called by the reader in the order of the stream, so it must not wait: what takes time is given back as
  /// work, which keeps its place among the calls that it may not overtake.
  func read(_ call: Call, notify: @escaping Notify) -> CallReading

  /// What a cancelled request is answered with; nil where it is not answered at all.
  var cancelledAnswer: RPCError? { get }
}

/// What became of a call that was read.
package enum CallReading: Sendable {
  case answered(Result<JSON, RPCError>)
  /// Runs in a task, with a preference for an executor, that is cancelled when the client cancels the call. `end` is called once the
  /// answer is written: what waits for the call comes after its answer.
  case work(
    on: (any TaskExecutor)? = nil, _ run: @Sendable () async throws(RPCError) -> JSON, end: @Sendable () -> Void)
  /// Cancels the call that has this id, if there is one. Answered with null.
  case cancel(RequestID)
  /// Ends the conversation with this exit status. Answered with null.
  case end(status: Int32)
}
