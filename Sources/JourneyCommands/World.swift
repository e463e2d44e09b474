import JSON

/// Everything outside that commands touch, as values: tests put their own in.
package struct World: Sendable {
  /// What is asked of a person.
  package struct Question: Sendable, Equatable {
    /// Without a colon at the end.
    package var text: String
    /// Asked without echo, and a secret from then on.
    package var isSecret: Bool
    /// What can be answered, by label; empty for free text.
    package var choices: [String]

    package init(_ text: String, isSecret: Bool = false, choices: [String] = []) {
      self.text = text
      self.isSecret = isSecret
      self.choices = choices
    }
  }

  /// A line for a person that is no result: it goes to stderr, or above the prompt. Secrets are taken out of it already.
  package enum Notice: Sendable, Equatable {
    case warning(String)
    case note(String)
    /// An exchange with the server, under `--debug` and `trace`.
    case exchange(String)
  }

  /// The local server inside the program, and the settings that fit it.
  package struct SandboxSettings: Sendable, Equatable {
    package var server: String
    package var journeys: [String]

    package init(server: String, journeys: [String]) {
      self.server = server
      self.journeys = journeys
    }
  }

  package var environment: [String: String]
  /// The version of the program, for `help` and what is generated.
  package var version: String
  package var notice: @Sendable (Notice) -> Void
  /// Asks a person and waits for the answer; nil where nobody can be asked (no terminal, `--no-input`).
  package var ask: (@Sendable (Question) async throws(Failure) -> String)?
  /// Reads standard input to its end.
  package var readStandardInput: (@Sendable () async throws(Failure) -> [UInt8])?
  package var readFile: @Sendable (String) async throws(Failure) -> [UInt8]
  package var readDescriptor: @Sendable (Int32) async throws(Failure) -> [UInt8]
  /// Runs a shell command and gives what it printed.
  package var runShell: @Sendable (String) async throws(Failure) -> [UInt8]
  /// Starts the local server for `--sandbox`.
  package var startSandbox: (@Sendable () async throws(Failure) -> SandboxSettings)?

  package init(environment: [String: String] = [:], version: String = "0") {
    self.environment = environment
    self.version = version
    notice = { _ in }
    readFile = { path throws(Failure) in
      throw Failure(.storage, "There is no file \(path).", data: ["path": .string(path)])
    }
    readDescriptor = { number throws(Failure) in throw Failure(.usage, "There is no descriptor \(number).") }
    runShell = { _ throws(Failure) in throw Failure(.usage, "There is no shell.") }
  }

  /// The machine itself: files, descriptors, shell, network, clock and randomness.
  package static func system(environment: [String: String], version: String) -> World {
    World(environment: environment, version: version)
  }
}
