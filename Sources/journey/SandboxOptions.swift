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
    /// The program for which it runs; empty where it runs until somebody ends it.
    var command: [String] = []
  }

  static func parse(_ words: [String]) throws(Failure) -> Parsed {
    let (words, command) = try split(words)
    let arguments = try FaceSpec.sandbox.bind(words)
    // An empty value is a variable of a shell that was not set; of the cookie it says that there are no attributes.
    for parameter in FaceSpec.sandbox.parameters where parameter.name != "cookieAttributes" {
      guard arguments.text(parameter.name) != "", !arguments.list(parameter.name).contains("") else {
        throw Failure(.usage, "\(parameter.optionName) needs a value.")
      }
    }
    var configuration = SandboxConfiguration()
    if let host = arguments.text("host") { configuration.host = host }
    if let port = arguments.integer("port") {
      guard port <= 65_535 else {
        throw Failure(.usage, "\"\(port)\" is no port.", hint: "A port is a number from 0 to 65535; 0 is a free one.")
      }
      configuration.port = port
    }
    configuration.journeyFiles += arguments.list("journeys")
    configuration.usersFile = arguments.text("users")
    configuration.clientsFile = arguments.text("clients")
    configuration.allowedOrigins += arguments.list("allowOrigin")
    configuration.cookieAttributes = arguments.text("cookieAttributes")
    configuration.switches += arguments.list("switch")
    configuration.switchesFile = arguments.text("switches")
    return Parsed(configuration: configuration, isVerbose: arguments.flag("verbose"), command: command)
  }

  /// The options, and the words behind `--`.
  private static func split(_ words: [String]) throws(Failure) -> (options: [String], command: [String]) {
    guard let mark = words.firstIndex(of: "--") else { return (words, []) }
    let command = Array(words[(mark + 1)...])
    guard command.first?.isEmpty == false else {
      throw Failure(.usage, "-- needs a command behind it.", hint: "Usage: journey \(FaceSpec.sandbox.usage)")
    }
    return (Array(words[..<mark]), command)
  }
}
