package import Crypto
package import HTTPClient
import JSON
package import JourneyEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Everything outside that commands touch, as values: tests put their own in.
package struct World: Sendable {
  /// What is asked of a person.
  package struct Question: Sendable, Equatable {
    /// A text that is none of the choices, and an answer.
    package enum Other: Sendable {
      /// Whatever a person thinks up.
      case own
      /// The name of what is not listed, or is listed by its label.
      case name
    }

    /// Without a colon at the end.
    package var text: String
    /// Asked without echo, and a secret from then on.
    package var isSecret: Bool
    /// What can be answered, by label; empty for free text.
    package var choices: [String]
    /// It is answered with yes or no, which are its choices, and not by number.
    package private(set) var isYesNo = false
    /// What is an answer too, though it is none of the choices; nil where nothing is.
    package var other: Other?
    /// What an empty answer means; nil where it is an empty text, or none of the choices.
    package var preset: String?

    package init(
      _ text: String, isSecret: Bool = false, choices: [String] = [], other: Other? = nil, preset: String? = nil
    ) {
      self.text = text
      self.isSecret = isSecret
      self.choices = choices
      self.other = other
      self.preset = preset
    }

    /// A question that is answered with yes or no.
    package static func yesNo(_ text: String, isSecret: Bool = false, preset: String? = nil) -> Question {
      var question = Question(text, isSecret: isSecret, choices: ["yes", "no"], preset: preset)
      question.isYesNo = true
      return question
    }
  }

  /// A line for a person that is no result: it goes to stderr, or above the prompt. Secrets are taken out of it already.
  package enum Notice: Sendable, Hashable {
    case warning(String)
    /// A warning that must be heard: nothing silences it.
    case alarm(String)
    case note(String)
    /// An exchange with the server, under `--debug` and `trace`.
    case exchange(String)
  }

  /// The local server inside the program, and the settings that fit it.
  package struct SandboxSettings: Sendable {
    package var server: String
    package var journeys: [String]
    /// The header that opens its control endpoints to whom has started it.
    package var control: (name: String, value: String)?

    package init(server: String, journeys: [String], control: (name: String, value: String)? = nil) {
      self.server = server
      self.journeys = journeys
      self.control = control
    }
  }

  package var environment: [String: String]
  /// Variables that are there, but whose value is not UTF-8.
  package var unreadable: Set<String> = []
  /// The version of the program, for `help` and what is generated.
  package var version: String
  package var notice: @Sendable (Notice) -> Void
  /// Asks a person and waits for the answer; nil where nobody can be asked (no terminal, `--no-input`).
  package var ask: (@Sendable (Question) async throws(Failure) -> String)?
  /// Shows a person a long text, which is fit for a terminal, before it is asked about; nil where there is nobody.
  package var page: (@Sendable (String) async throws(Failure) -> Void)?
  /// Reads standard input to its end.
  package var readStandardInput: (@Sendable () async throws(Failure) -> [UInt8])?
  package var readFile: @Sendable (String) async throws(Failure) -> [UInt8]
  package var readDescriptor: @Sendable (Int32) async throws(Failure) -> [UInt8]
  /// Runs a shell command with these variables of the environment, and gives what it printed.
  package var runShell: @Sendable (String, [String: String]) async throws(Failure) -> [UInt8]
  package var makeTransport: @Sendable (HTTPClientConfiguration) -> any HTTPTransport
  package var clock: any JourneyClock
  package var random: any RandomSource
  /// Starts the local server for `--sandbox`. It blocks, so it is called on a thread of its own.
  package var startSandbox: (@Sendable () throws(Failure) -> SandboxSettings)?

  /// The machine itself: its files, descriptors, shell, network, clock and randomness. Nobody is asked,
  /// nothing is said and there is no local server, until a face puts them in.
  package init(environment: [String: String] = [:], version: String = "0") {
    self.environment = environment
    self.version = version
    notice = { _ in }
    let home = environment["HOME"]
    readFile = { written throws(Failure) in
      let path = World.path(written, home: home)
      return try await Blocking.run { cancellation in
        Descriptors.readFile(path, unless: cancellation).mapError { World.unreadable(path, $0) }
      }
    }
    readDescriptor = { number throws(Failure) in try await Self.read(number) }
    readStandardInput = { () throws(Failure) in
      try await Blocking.run { cancellation in
        Descriptors.readAll(0, unless: cancellation).mapError { World.unreadable("standard input", $0) }
      }
    }
    runShell = { command, variables throws(Failure) in try await Shell.run(command, environment: variables) }
    makeTransport = { CurlTransport($0) }
    clock = SystemClock()
    random = SystemRandom()
  }

  /// The path of a file as a person writes it: `~/` at its start is the home folder, as in the shells that most have known before.
  func path(_ written: String) -> String { Self.path(written, home: environment["HOME"]) }

  package static func path(_ written: String, home: String?) -> String {
    guard written.utf8.starts(with: "~/".utf8), let home, home.utf8.first == UInt8(ascii: "/") else { return written }
    return home + String(decoding: written.utf8.dropFirst(), as: UTF8.self)
  }

  /// Lets `fd:` read the descriptors that the program was started with and no other: those that came later are its own.
  package mutating func allowDescriptors(_ numbers: [Int32]) {
    readDescriptor = { number throws(Failure) in
      guard number <= 2 || numbers.contains(number) else {
        throw World.unreadable("descriptor \(number)", Descriptors.SystemError(number: EBADF))
      }
      return try await Self.read(number)
    }
  }

  private static func read(_ number: Int32) async throws(Failure) -> [UInt8] {
    try await Blocking.run { cancellation in
      Descriptors.readAll(number, unless: cancellation).mapError { World.unreadable("descriptor \(number)", $0) }
    }
  }

  /// The same, by its name.
  package static func system(environment: [String: String], version: String) -> World {
    World(environment: environment, version: version)
  }

  /// The value of a variable of the environment.
  func variable(_ name: String) throws(Failure) -> String {
    if let value = environment[name] { return value }
    if unreadable.contains(name) { throw Self.notText(name, .usage) }
    throw Failure(.usage, "The environment has no variable \(name).", hint: "Set it before: export \(name)=…")
  }

  /// What is said of a variable that is no text.
  static func notText(_ name: String, _ code: Failure.Code) -> Failure {
    Failure(
      code, "The environment's variable \(name) is not UTF-8.", hint: "Set it to text in UTF-8, or take it away.",
      data: code == .config ? ["key": .string(name), "candidates": []] : [:])
  }

  private static func unreadable(_ place: String, _ error: Descriptors.SystemError) -> Failure {
    if error.number == ECANCELED { return .cancelled }
    return Failure(.usage, "\(place) cannot be read: \(error.text).", data: ["path": .string(place)])
  }
}
