import JSON
import JourneyCommands
import JourneyREPL
import JourneyRPC

/// `journey rpc` and `journey mcp`: the pipe faces, on standard input and output.
enum RPCFace {
  static func run(_ envelope: PipeFace.Envelope, _ words: [String], _ launch: Launch) throws(Failure) -> Int32 {
    let spec =
      switch envelope {
      case .jsonRPC: FaceSpec.rpc
      case .modelContext: FaceSpec.mcp
      }
    let arguments = try spec.bind(words)
    var face = PipeFace(options: launch.options, world: launch.world)
    face.envelope = envelope
    face.drains = arguments.flag("drain")
    face.allowsSources = arguments.flag("allowSources")
    face.secrets = arguments.pairs("secret").map { ($0.name, $0.value.string ?? "") }
    return try face.run()
  }
}
