import JourneyCommands
import JourneySandbox

/// The options of `journey sandbox` (CONTRACT 1).
enum SandboxOptions {
  static let summary: [(option: String, summary: String)] =
    FaceSpec.sandbox.parameters.map { ($0.written, $0.summary) }

  static func parse(_ words: [String]) throws(Failure) -> SandboxConfiguration {
    var configuration = SandboxConfiguration()
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(Substring(parts[0]))
      var values = parts.count == 2 ? [String(Substring(parts[1]))] : []
      let isList = option == "--journeys" || option == "--allow-origin"
      while parts.count == 1, values.isEmpty || isList, let next = rest.first, !next.utf8.starts(with: "--".utf8) {
        values.append(next)
        rest.removeFirst()
      }
      try set(option, values, in: &configuration)
    }
    return configuration
  }

  private static func set(
    _ option: String, _ values: [String], in configuration: inout SandboxConfiguration
  ) throws(Failure) {
    guard summary.contains(where: { $0.option.utf8.starts(with: "\(option) ".utf8) }) else {
      throw Failure(.usage, "sandbox does not take \"\(option)\".", hint: hint)
    }
    guard let value = values.first else { throw Failure(.usage, "\(option) needs a value.", hint: hint) }
    switch option {
    case "--host": configuration.host = value
    case "--port":
      guard let port = Int(value), (0...65_535).contains(port) else {
        throw Failure(.usage, "\"\(value)\" is no port.", hint: "A port is a number from 0 to 65535; 0 is a free one.")
      }
      configuration.port = port
    case "--journeys": configuration.journeyFiles += values
    case "--users": configuration.usersFile = value
    case "--clients": configuration.clientsFile = value
    case "--allow-origin": configuration.allowedOrigins += values
    default: configuration.cookieAttributes = value
    }
  }

  private static var hint: String {
    "It takes " + summary.map { String($0.option.prefix { $0 != " " }) }.joined(separator: ", ") + "."
  }
}
