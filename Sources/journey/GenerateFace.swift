import JourneyCommands

/// `journey generate KIND`: prints a file that is made from the command table.
enum GenerateFace {
  static func run(_ words: [String]) throws(Failure) -> Int32 {
    let arguments = try FaceSpec.generate.bind(words)
    guard let kind = Generated(rawValue: arguments.required("kind")) else { return Failure.Code.bug.exitStatus }
    return Main.printLine(String(kind.text(version: Version.text).dropLast()))
  }
}
