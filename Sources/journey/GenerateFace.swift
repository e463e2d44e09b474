import JourneyCommands

/// `journey generate KIND`: prints a file that is made from the command table.
enum GenerateFace {
  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let hint = "Usage: journey generate \(Generated.allCases.map(\.rawValue).joined(separator: "|"))"
    if words == ["--help"] { return Main.printLine(hint) }
    guard words.count == 1, let word = words.first else {
      throw Failure(.usage, "generate takes one kind.", hint: hint)
    }
    guard let kind = Generated(rawValue: word) else {
      throw Failure(.usage, "There is nothing to generate for \"\(word)\".", hint: hint)
    }
    return Main.printLine(String(kind.text(version: Version.text).dropLast()))
  }
}
