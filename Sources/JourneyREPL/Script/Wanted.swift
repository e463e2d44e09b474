import JSON
import JourneyCommands

/// The value of `--get PATH`.
enum Wanted {
  static func value(_ path: String, of result: JSON?) throws(Failure) -> JSON {
    guard let value = result?[path] else {
      throw Failure(.expectation, "The last result has no \(path).", data: ["path": .string(path)])
    }
    return value
  }
}
