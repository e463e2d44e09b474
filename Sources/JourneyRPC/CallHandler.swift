package import JSON

/// Sends a notification to the client.
package typealias Notify = @Sendable (_ method: String, _ params: JSON) -> Void

/// What stands behind the envelope: the methods, and which of them may not overtake each other.
///
/// The methods of the envelope itself (`initialize`, `shutdown`, `exit`, `$/…`) never arrive here.
package protocol CallHandler: Sendable {
  /// Calls of one lane run in the order in which they were read; called by the reader for each call.
  func lane(of call: Call) -> String

  /// Does the work. Runs in a task that is cancelled when the client cancels the call.
  func answer(_ call: Call, notify: @escaping Notify) async throws(RPCError) -> JSON

  /// What `initialize` answers under `capabilities`.
  var capabilities: JSON { get }

  /// Takes the parameters of `initialize`.
  func initialize(_ params: JSON?)
}
