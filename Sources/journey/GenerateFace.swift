import JourneyCommands

/// `journey generate KIND`: prints a file that is made from the command table.
enum GenerateFace {
  static func run(_ words: [String]) throws(Failure) -> Int32 {
    throw Failure(.usage, "This build has no 'generate'.")
  }
}
