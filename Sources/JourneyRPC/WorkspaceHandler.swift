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
  private let notices: Notices
  /// Whether the client asked for `node` notifications.
  private let wantsNodes = Mutex(false)

  /// - Parameter notices: What the world of the workspace says goes there.
  package init(_ workspace: Workspace, _ notices: Notices) {
    self.workspace = workspace
    self.notices = notices
  }

  /// `notifications` lists what a client may ask for in `initialize` by `{"capabilities":{"notifications":[…]}}`.
  package var capabilities: JSON {
    ["commands": true, "progress": true, "cancel": true, "trace": true, "notifications": ["node", "log"]]
  }

  package func initialize(_ params: JSON?, notify: @escaping Notify) {
    let names = params?["capabilities"]?["notifications"]?.array?.compactMap(\.string) ?? []
    wantsNodes.withLock { $0 = names.contains("node") }
    notices.tell(names.contains("log") ? notify : nil)
  }

  package func setTrace(_ trace: Lifecycle.Trace, notify: @escaping Notify) {
    guard trace != .off else { return workspace.listen(toExchanges: nil) }
    workspace.listen { lines in
      let first = String(lines.prefix { $0 != "\n" })
      var params: JSON.Object = ["message": .string(first)]
      if trace == .verbose { params["verbose"] = .string(lines) }
      notify("$/logTrace", .object(params))
    }
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
      return .work(
        on: pending.executor,
        { [self] () async throws(RPCError) in
          do throws(Failure) {
            return result(try await pending.runInPlace(), notify)
          } catch {
            throw failed(call, error)
          }
        }, end: pending.leave)
    } catch {
      return .answered(.failure(failed(call, error)))
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
    if let outputs = workspace.lineNow(line, params: call.params) {
      return .answered(.success(results(outputs, notify)))
    }
    do throws(Failure) {
      let pending = try workspace.enqueueLine(line, params: call.params, watcher: watcher(call, notify))
      return .work(
        { [self] () async throws(RPCError) in
          do throws(LineFailure) {
            return results(try await pending.runInPlace(), notify)
          } catch {
            throw failed(call, Self.failure(error.failure, after: error.outputs))
          }
        }, end: pending.leave)
    } catch {
      return .answered(.failure(failed(call, Self.failure(error, after: []))))
    }
  }

  /// The failure of a line, with the results of the commands before it.
  private static func failure(_ failure: Failure, after outputs: [Output]) -> Failure {
    var failure = failure
    failure.data["results"] = .array(outputs.map { $0.value ?? .null })
    return failure
  }

  /// The error that answers a call. A notification has no answer, so its failure is said beside.
  private func failed(_ call: Call, _ failure: Failure) -> RPCError {
    if call.id == nil { notices.take(workspace.scrubbed(failure)) }
    return RPCError(failure)
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
    if let profile = output.profile, var node = value.object, wantsNodes.withLock({ $0 }) {
      node["profile"] = .string(profile)
      notify("node", .object(node))
    }
    for warning in output.remarks { workspace.notify(.warning(warning)) }
    return value
  }
}

extension RPCError {
  /// A failure of the command layer as CONTRACT 5 has it.
  init(_ failure: Failure) {
    self.init(code: failure.rpcCode, message: failure.message, data: .object(failure.errorData))
  }
}
