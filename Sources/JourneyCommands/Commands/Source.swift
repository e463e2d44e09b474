import JSON
import Synchronization

extension CommandSpec {
  static let source: CommandSpec = CommandSpec(
    name: "source",
    summary: "Run the commands of a file",
    examples: ["source login.journey"],
    parameters: [ParameterSpec("file", .file, required: true, "Script to run", completion: .files)],
    resultSchema: Schema.nothing,
    failures: [.config],
    isMCP: false,
    body: .inTurn { arguments, context async throws(Failure) in
      let workspace = context.workspace
      guard workspace.rights.usesFiles else {
        throw Failure(.usage, "source cannot be used here.", hint: "Start 'journey rpc' with --allow-sources.")
      }
      let path = arguments.required("file")
      let bytes = try await workspace.world.readFile(path)
      guard workspace.enterSource() else { throw Failure(.usage, "\(path): source goes deeper than 32 files.") }
      defer { workspace.leaveSource() }
      let scope = context.line ?? LineScope()
      switch try await workspace.runScript(bytes, file: path, in: scope, context.watcher) {
      case .done: return .nothing
      case .stopped(let status): return Output(nil, .nothing, stops: status)
      case .quit: return Output(nil, .quit)
      }
    })
}

extension Workspace {
  fileprivate func enterSource() -> Bool {
    state.withLock { state in
      guard state.sourceDepth < 32 else { return false }
      state.sourceDepth += 1
      return true
    }
  }

  fileprivate func leaveSource() {
    state.withLock { $0.sourceDepth -= 1 }
  }
}
