package import JourneyCommands
import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What all faces of a run share: the options, the world outside, the two output streams.
package struct Launch: Sendable {
  package var options: LaunchOptions
  package var environment: [String: String]
  /// Variables that are there, but not as text.
  package var unreadable: Set<String> = []
  package var version: String
  /// The descriptors that the program was started with.
  package var descriptors: [Int32] = []
  /// Starts the local server for `--sandbox`.
  package var startSandbox: (@Sendable () throws(Failure) -> World.SandboxSettings)?
  var output = TextStream(descriptor: STDOUT_FILENO)
  var errors = TextStream(descriptor: STDERR_FILENO)

  package init(options: LaunchOptions, environment: [String: String], version: String) {
    self.options = options
    self.environment = environment
    self.version = version
  }

  /// The reporter, with a status line where standard error is a terminal and a person waits at it.
  func reporter(status: StatusLine?) -> Reporter {
    Reporter(options: options, environment: environment, output: output, errors: errors) { write in
      if let status { status.write(write) } else { write() }
    }
  }

  func status() -> StatusLine? {
    let isWanted = Terminal.isTerminal(errors.descriptor) && Terminal.hasCursorControl && !options.flag("quiet")
    let appearance = Appearance(
      descriptor: errors.descriptor, environment: environment, refusesColor: options.flag("noColor"))
    return isWanted ? StatusLine(descriptor: errors.descriptor, hasColor: appearance.hasColor) : nil
  }

  /// The machine as the commands see it.
  package var world: World {
    var world = World.system(environment: environment, version: version)
    world.unreadable = unreadable
    world.allowDescriptors(descriptors)
    world.startSandbox = startSandbox
    return world
  }

  /// The world with notices on standard error and questions on the terminal.
  func world(_ reporter: Reporter, questions: Questions?) -> World {
    var world = world
    world.notice = { reporter.notice($0) }
    if let questions, !options.flag("noInput") {
      let environment = environment
      world.ask = { question async throws(Failure) in try await questions.ask(question) }
      world.page = { text async throws(Failure) in try await questions.page(text, environment: environment) }
    }
    return world
  }

  /// Whether there is a terminal on which somebody can be asked.
  static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  /// The status at the end: that of the work, unless its results could not be written.
  func exitStatus(_ status: Int32, _ reporter: Reporter) -> Int32 {
    guard let reason = output.failure else { return status }
    let failure = Failure(.storage, "Standard output cannot be written: \(reason).")
    errors.line("journey: \(failure.message)")
    return status == 0 ? failure.exitStatus : status
  }
}
