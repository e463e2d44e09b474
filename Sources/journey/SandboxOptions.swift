import JourneyCommands
import JourneySandbox

/// The options of `journey sandbox` (CONTRACT 1).
enum SandboxOptions {
  static let summary: [(option: String, summary: String)] =
    FaceSpec.sandbox.parameters.map { ($0.written, $0.summary) }

  /// What `parse` read.
  struct Parsed {
    var configuration = SandboxConfiguration()
    /// Whether a line for each request is wanted.
    var isVerbose = false
  }

  static func parse(_ words: [String]) throws(Failure) -> Parsed {
    var parsed = Parsed()
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(Substring(parts[0]))
      if word == "--verbose" {
        parsed.isVerbose = true
        continue
      }
      var values = parts.count == 2 ? [String(Substring(parts[1]))] : []
      let isList = ["--journeys", "--allow-origin", "--switch"].contains(option)
      while parts.count == 1, values.isEmpty || isList, let next = rest.first, !next.utf8.starts(with: "--".utf8) {
        values.append(next)
        rest.removeFirst()
      }
      try set(option, values, in: &parsed.configuration)
    }
    return parsed
  }

  private static func set(
    _ option: String, _ values: [String], in configuration: inout SandboxConfiguration
  ) throws(Failure) {
    guard summary.contains(where: { $0.option.utf8.prefix { $0 != UInt8(ascii: " ") }.elementsEqual(option.utf8) })
    else {
      throw Failure(.usage, "sandbox does not take \"\(option)\".", hint: hint)
    }
    guard let value = values.first, !value.isEmpty || option == "--cookie-attributes" else {
      throw Failure(.usage, "\(option) needs a value.", hint: hint)
    }
    func take(_ file: WritableKeyPath<SandboxConfiguration, String?>) throws(Failure) {
      guard configuration[keyPath: file] == nil else { throw Failure(.usage, "\(option) is given twice.", hint: hint) }
      configuration[keyPath: file] = value
    }
    switch option {
    case "--host": configuration.host = value
    case "--port":
      guard let port = Int(value), (0...65_535).contains(port) else {
        throw Failure(.usage, "\"\(value)\" is no port.", hint: "A port is a number from 0 to 65535; 0 is a free one.")
      }
      configuration.port = port
    case "--journeys": configuration.journeyFiles += values
    case "--users": try take(\.usersFile)
    case "--clients": try take(\.clientsFile)
    case "--allow-origin": configuration.allowedOrigins += values
    case "--switch": configuration.switches += values
    case "--switches": try take(\.switchesFile)
    case "--verbose": throw Failure(.usage, "--verbose takes no value.", hint: hint)
    default: configuration.cookieAttributes = value
    }
  }

  private static var hint: String {
    "It takes " + summary.map { String($0.option.prefix { $0 != " " }) }.joined(separator: ", ") + "."
  }
}
