import JourneyCommands
import JourneyREPL
import JourneyRPC

/// `journey rpc` and `journey mcp`: the pipe faces, on standard input and output.
enum RPCFace {
  /// What stands behind the word on the command line, for help.
  static func usage(_ envelope: PipeFace.Envelope) -> String {
    switch envelope {
    case .jsonRPC: "Usage: journey rpc [--drain] [--allow-sources] [--secret NAME=SOURCE…]"
    case .modelContext: "Usage: journey mcp [--secret NAME=SOURCE…]"
    }
  }

  static func run(_ envelope: PipeFace.Envelope, _ words: [String], _ launch: Launch) throws(Failure) -> Int32 {
    var face = PipeFace(options: launch.options, world: launch.world)
    face.envelope = envelope
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--drain" where envelope == .jsonRPC: face.drains = true
      case "--allow-sources" where envelope == .jsonRPC: face.allowsSources = true
      case "--secret":
        guard let secret = rest.popFirst() else {
          throw Failure(.usage, "--secret needs NAME=SOURCE.", hint: usage(envelope))
        }
        face.secrets.append(secret)
      case _ where word.utf8.starts(with: "--secret=".utf8): face.secrets.append(String(word.dropFirst(9)))
      default: throw Failure(.usage, "There is no option \"\(word)\" here.", hint: usage(envelope))
      }
    }
    return try face.run()
  }
}
