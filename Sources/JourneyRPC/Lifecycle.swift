package import JSON
import Synchronization

/// The life cycle of the JSON-RPC face, around the handler of the commands: `initialize`, `shutdown`, `exit`, and the `$/`
/// methods of the Language Server Protocol.
///
/// `initialize` is not required. After `shutdown` every call is -32600 and only `exit` is left, which ends with 0 then and with
/// 1 else. Unknown `$/` notifications are passed over, unknown `$/` requests are -32601.
///
/// - Source: CONTRACT 5; Language Server Protocol 3.17.
package final class Lifecycle: CallHandler {
  /// What stands behind the life cycle.
  package protocol Methods: Sendable {
    func read(_ call: Call, notify: @escaping Notify) -> CallReading
    /// What `initialize` answers under `capabilities`.
    var capabilities: JSON { get }
    /// Takes the parameters of `initialize`; `notify` serves as long as the conversation.
    func initialize(_ params: JSON?, notify: @escaping Notify)
    /// Takes how much the client wants to be told of what goes on, by `$/logTrace`.
    func setTrace(_ trace: Trace, notify: @escaping Notify)
  }

  /// How much `$/logTrace` tells.
  package enum Trace: String, CaseIterable, Sendable { case off, messages, verbose }

  private let methods: any Methods
  private let version: String
  private let isShutDown = Mutex(false)

  package init(_ methods: any Methods, version: String) {
    self.methods = methods
    self.version = version
  }

  package var cancelledAnswer: RPCError? { .cancelled }

  package func read(_ call: Call, notify: @escaping Notify) -> CallReading {
    switch call.method {
    case "exit": return .end(status: isShutDown.withLock { $0 } ? 0 : 1)
    case _ where isShutDown.withLock { $0 }:
      return .answered(.failure(.invalidRequest("The server was shut down; only 'exit' is left.")))
    case "initialize":
      methods.initialize(call.params, notify: notify)
      if let trace = Self.trace(call.params?["trace"]) { methods.setTrace(trace, notify: notify) }
      return .answered(
        .success([
          "capabilities": methods.capabilities,
          "serverInfo": ["name": "journey", "version": .string(version)],
        ]))
    case "initialized" where call.id == nil: return .answered(.success(.null))
    case "shutdown":
      isShutDown.withLock { $0 = true }
      return .answered(.success(.null))
    case "$/cancelRequest": return cancel(call)
    case "$/setTrace":
      guard let trace = Self.trace(call.params?["value"] ?? call.params?[0]) else {
        let values = Trace.allCases.map(\.rawValue).joined(separator: ", ")
        return .answered(.failure(RPCError(-32602, "usage", "'$/setTrace' needs a value, one of \(values).")))
      }
      methods.setTrace(trace, notify: notify)
      return .answered(.success(.null))
    case _ where call.method.hasPrefix("$/"): return .answered(.failure(.unknownMethod(call.method)))
    default: return methods.read(call, notify: notify)
    }
  }

  private static func trace(_ value: JSON?) -> Trace? { value?.string.flatMap(Trace.init) }

  private func cancel(_ call: Call) -> CallReading {
    guard let id = call.params?["id"] ?? call.params?[0], id.string != nil || id.double != nil else {
      return .answered(.failure(RPCError(-32602, "usage", "'$/cancelRequest' needs the id of a request.")))
    }
    return .cancel(id)
  }
}
