import JourneyCommands
import JourneyREPL
import JourneyRPC

/// `journey rpc`: JSON-RPC 2.0 on standard input and output.
enum RPCFace {
  static let usage = "Usage: journey rpc [--drain] [--allow-sources] [--secret NAME=SOURCE…]"

  static func run(_ words: [String], _ launch: Launch) throws(Failure) -> Int32 {
    var world = World.system(environment: launch.environment, version: launch.version)
    world.startSandbox = launch.startSandbox
    var face = PipeFace(options: launch.options, world: world)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--drain": face.drains = true
      case "--allow-sources": face.allowsSources = true
      case "--secret":
        guard let secret = rest.popFirst() else { throw Failure(.usage, "--secret needs NAME=SOURCE.", hint: usage) }
        face.secrets.append(secret)
      case _ where word.utf8.starts(with: "--secret=".utf8): face.secrets.append(String(word.dropFirst(9)))
      default: throw Failure(.usage, "rpc does not take \"\(word)\".", hint: usage)
      }
    }
    return try face.run()
  }
}
