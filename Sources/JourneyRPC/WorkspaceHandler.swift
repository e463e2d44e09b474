package import JSON
package import JourneyCommands
import Synchronization

/// The command table as JSON-RPC methods: `method` is the command's name, `params` its parameters by name or position.
///
/// Besides the commands there are `command` (one line, as a script would run it) and `rpc.discover` (the OpenRPC document).
///
/// - Source: CONTRACT 3 and 5.
package final class WorkspaceHandler: Lifecycle.Methods {
  private let workspace: Workspace
  private let wanted = Mutex<Set<String>>([])

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// `notifications` lists what a client may ask for in `initialize` by `{"capabilities":{"notifications":[…]}}`.
  package var capabilities: JSON {
    ["commands": true, "progress": true, "cancel": true, "notifications": ["node", "log"]]
  }

  package func initialize(_ params: JSON?) {
    let names = params?["capabilities"]?["notifications"]?.array?.compactMap(\.string) ?? []
    wanted.withLock { $0 = Set(names) }
  }

  package func read(_ call: Call, notify: @escaping Notify) -> CallReading {
    switch call.method {
    case "command": return readLine(call, notify)
    case "rpc.discover": return .answered(.success(OpenRPC.document(version: workspace.world.version)))
    default: break
    }
    let watcher = watcher(call, notify)
    do throws(Failure) {
      if let output = try workspace.callNow(call.method, params: call.params, watcher: watcher) {
        return .answered(.success(result(output, notify)))
      }
      let pending = try workspace.enqueue(call.method, params: call.params, watcher: watcher)
      return .work(on: pending.executor) { [self] () async throws(RPCError) in
        do throws(Failure) {
          return result(try await pending.run(), notify)
        } catch {
          throw RPCError(error)
        }
      }
    } catch {
      return .answered(.failure(RPCError(error)))
    }
  }

  /// `command`: runs one line and gives the results of its commands; a failure carries those before it.
  private func readLine(_ call: Call, _ notify: @escaping Notify) -> CallReading {
    let line = call.params?["line"] ?? call.params?[0]
    let known: Set<String> = ["line", "profile", "progressToken"]
    if let stranger = call.params?.object?.members.first(where: { !known.contains($0.name) }) {
      return .answered(.failure(RPCError(Failure(.usage, "'command' has no parameter '\(stranger.name)'."))))
    }
    guard let line = line?.string else {
      let hint = #"{"line": "start Login"} runs one command line."#
      return .answered(.failure(RPCError(Failure(.usage, "'command' needs a line.", hint: hint))))
    }
    if let outputs = workspace.lineNow(line) { return .answered(.success(results(outputs, notify))) }
    do throws(Failure) {
      let pending = try workspace.enqueueLine(line, params: call.params, watcher: watcher(call, notify))
      return .work { [self] () async throws(RPCError) in
        do throws(LineFailure) {
          return results(try await pending.run(), notify)
        } catch {
          throw RPCError(error.failure, results: error.outputs)
        }
      }
    } catch {
      return .answered(.failure(RPCError(error, results: [])))
    }
  }

  private func results(_ outputs: [Output], _ notify: Notify) -> JSON {
    ["results": .array(outputs.map { result($0, notify) })]
  }

  /// Sends `$/progress` for waits when the call has a `progressToken`.
  private func watcher(_ call: Call, _ notify: @escaping Notify) -> Watcher {
    guard let token = call.params?["progressToken"] else { return Watcher() }
    return Watcher(progress: { notify("$/progress", ["token": token, "value": $0]) })
  }

  /// The value of an output, and the notifications that the client asked for.
  private func result(_ output: Output, _ notify: Notify) -> JSON {
    let value = output.value ?? .null
    if output.kind == .node || !output.warnings.isEmpty {
      let wanted = wanted.withLock { $0 }
      if output.kind == .node, wanted.contains("node") { notify("node", value) }
      if wanted.contains("log") {
        for warning in output.warnings { notify("log", ["level": "warning", "message": .string(warning)]) }
      }
    }
    return value
  }
}

extension RPCError {
  /// A failure of the command layer as CONTRACT 5 has it.
  init(_ failure: Failure) {
    self.init(code: failure.rpcCode, message: failure.message, data: .object(failure.errorData))
  }

  /// The failure of a line, with the results of the commands before it.
  init(_ failure: Failure, results: [Output]) {
    var failure = failure
    failure.data["results"] = .array(results.map { $0.value ?? .null })
    self.init(failure)
  }
}
