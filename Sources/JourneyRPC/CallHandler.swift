package import JSON

/// Sends a notification to the client.
package typealias Notify = @Sendable (_ method: String, _ params: JSON) -> Void

/// What stands behind the envelope: the methods, and their order.
///
/// The methods of the envelope itself (`initialize`, `shutdown`, `exit`, `$/…`) never arrive here.
package protocol CallHandler: Sendable {
  /// Reads a call. Called by the reader in the order of the stream, so it must not wait: what takes time is given back as
  /// work, which keeps its place among the calls that it may not overtake.
  func read(_ call: Call, notify: @escaping Notify) -> CallReading

  /// What `initialize` answers under `capabilities`.
  var capabilities: JSON { get }

  /// Takes the parameters of `initialize`.
  func initialize(_ params: JSON?)
}

/// What became of a call that was read.
package enum CallReading: Sendable {
  case answered(Result<JSON, RPCError>)
  /// Runs in a task that is cancelled when the client cancels the call.
  case work(@Sendable () async throws(RPCError) -> JSON)
}
