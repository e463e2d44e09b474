import JourneyCommands
import JourneyREPL

/// `journey rpc`: JSON-RPC 2.0 on standard input and output.
enum RPCFace {
  static func run(_ words: [String], _ launch: Launch) throws(Failure) -> Int32 {
    throw Failure(.usage, "This build has no 'rpc'.")
  }
}
