import JSON
import JourneyCommands

/// `journey generate KIND`: prints a file that is made from the command table.
enum GenerateFace {
  private static let kinds = ["openrpc"]

  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let hint = "Usage: journey generate \(kinds.joined(separator: "|"))"
    guard words.count == 1, let kind = words.first else {
      throw Failure(.usage, "generate takes one kind.", hint: hint)
    }
    switch kind {
    case "openrpc": return Main.printLine(OpenRPC.document(version: Version.text).text(.pretty))
    default: throw Failure(.usage, "There is nothing to generate for \"\(kind)\".", hint: hint)
    }
  }
}
