package import JourneyCommands
import Synchronization

/// `journey rpc` and `journey mcp` as the executable starts them: one dispatcher, two envelopes.
package struct PipeFace: Sendable {
  /// The protocol that is spoken.
  package enum Envelope: Sendable { case jsonRPC, modelContext }

  package var envelope = Envelope.jsonRPC
  package var options: LaunchOptions
  package var world: World
  /// Whether the client may name files, commands and the environment (`--allow-sources`).
  package var allowsSources = false
  /// Whether the end of input waits for what still runs (`--drain`).
  package var drains = false
  /// Name and source of each `--secret`.
  package var secrets: [(name: String, source: String)] = []

  /// - Parameter world: its notices are replaced by lines on standard error that never block.
  package init(options: LaunchOptions, world: World) {
    self.options = options
    self.world = world
  }

  /// Serves on standard input and output, which it takes over. Blocks the calling thread; gives the exit status.
  package func run() throws(Failure) -> Int32 {
    var names: Set<String> = []
    for (name, _) in secrets where !names.insert(name).inserted {
      throw Failure(.usage, "--secret binds \(name) twice.", hint: "Each name has one source.")
    }
    let notices = Notices(isQuiet: options.flag("quiet"))
    defer { notices.finish() }
    var world = world
    world.notice = { notices.take($0) }
    world.ask = nil
    let workspace = try Workspace(options: options, world: world, rights: rights)
    try waiting { () async throws(Failure) in
      for secret in secrets { try await workspace.bindSecret(secret.name, to: secret.source) }
      try await workspace.prepare()
    }
    guard let streams = ProtocolStreams.take() else {
      throw Failure(.usage, "Standard output is closed.", hint: "A pipe face speaks on standard input and output.")
    }
    var configuration = RPCServer.Configuration()
    configuration.drain = drains
    let handler: any CallHandler =
      switch envelope {
      case .jsonRPC: Lifecycle(WorkspaceHandler(workspace, notices), version: world.version)
      case .modelContext: MCPHandler(workspace)
      }
    let server = RPCServer(handler, configuration: configuration, input: streams.input, output: streams.output)
    return server.run()
  }

  private var rights: Rights {
    switch envelope {
    case .jsonRPC: allowsSources ? .rpcWithSources : .rpc
    case .modelContext: .mcp
    }
  }

  /// Runs async work to its end from a thread that may block.
  private func waiting(_ work: @escaping @Sendable () async throws(Failure) -> Void) throws(Failure) {
    let done = Signal()
    let outcome = Mutex<Failure?>(nil)
    Task.detached {
      do throws(Failure) {
        try await work()
      } catch {
        outcome.withLock { $0 = error }
      }
      done.raise()
    }
    done.wait()
    if let failure = outcome.withLock({ $0 }) { throw failure }
  }
}
