import JSON
import JourneyCommands
import JourneyREPL
import JourneyRPC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program: options, then the face that they and the first word name, then its exit status (CONTRACT 1 and 6).
///
/// The main thread is the face's, for libedit and signals; commands run in tasks. So this is no async main.
@main
enum Main {
  static func main() {
    // Before anything else is opened.
    let descriptors = Descriptors.openNow()
    prepareProcess()
    let exitStatus = status(descriptors)
    fflush(nil)
    // No exit handlers: they are those of libraries, and would take OpenSSL away from threads that are still at work with it.
    _exit(exitStatus)
  }

  /// A reader that is gone and a file that may not grow are errors of the write, not the end of the process; and secrets in memory must not end up in a
  /// core file.
  private static func prepareProcess() {
    Faces.guardAgainstCrashes()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    openStandardStreams()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
  }

  /// A standard stream that is closed would be the next file that is opened. What is written to a closed one must fail, not get
  /// lost.
  private static func openStandardStreams() {
    for (descriptor, path, mode) in [
      (0, "/dev/null", O_RDONLY), (1, "/dev/full", O_WRONLY), (2, "/dev/null", O_WRONLY),
    ] {
      if fcntl(Int32(descriptor), F_GETFD) < 0 { _ = open(path, mode) }
    }
  }

  private static func status(_ descriptors: [Int32]) -> Int32 {
    let (environment, unreadable) = ProcessTexts.environment()
    do throws(Failure) {
      let arguments = try ProcessTexts.arguments()
      if arguments == ["--version"] { return printLine("journey \(Version.text)") }
      if arguments.first == "__complete" {
        return CompleteFace.run(Array(arguments.dropFirst()), environment: environment)
      }
      let (options, rest) = try LaunchOptions.parse(
        arguments: arguments, environment: environment, unreadable: unreadable)
      var launch = Launch(options: options, environment: environment, version: Version.text)
      launch.unreadable = unreadable
      launch.descriptors = descriptors
      launch.startSandbox = SandboxFace.startInside
      return try run(launch, words: rest)
    } catch {
      var options = LaunchOptions()
      // Options that cannot be read leave this one readable.
      if CommandLine.arguments.contains("--json") { options.options["json"] = true }
      return Faces.fail(error, Launch(options: options, environment: environment, version: Version.text))
    }
  }

  private static func run(_ launch: Launch, words: [String]) throws(Failure) -> Int32 {
    let options = launch.options
    if options.showsVersion { return printLine("journey \(Version.text)") }
    if options.showsHelp { return Faces.help(launch, try ProgramHelp.text(for: words.first)) }
    guard options.options["server"] == nil || options.options["sandbox"]?.bool != true else {
      throw Failure(
        .usage, "--server and --sandbox exclude each other.", hint: "--sandbox starts a server of its own and uses it.")
    }
    if let input = scriptInput(options, words: words) {
      guard words.isEmpty || input == words.first.map(ScriptInput.file) && words.count == 1 else {
        throw surplus(words)
      }
      guard options.scriptFile == nil || options.scriptText == nil else {
        throw Failure(.usage, "-f and -c exclude each other.", hint: "'journey --help' shows the ways to run it.")
      }
      return Faces.script(launch, input)
    }
    guard let word = words.first else {
      return isatty(STDIN_FILENO) == 1 ? Faces.shell(launch) : Faces.script(launch, .standardInput)
    }
    let rest = Array(words.dropFirst())
    switch word {
    case _ where rest == ["--help"] || rest == ["-h"]: return Faces.help(launch, try ProgramHelp.text(for: word))
    case "sandbox": return try SandboxFace.run(rest, launch)
    case "rpc": return try RPCFace.run(.jsonRPC, rest, launch)
    case "mcp": return try RPCFace.run(.modelContext, rest, launch)
    case "generate": return try GenerateFace.run(rest)
    default: return Faces.command(launch, words: words)
    }
  }

  /// The script that `-f`, `-c` or the first word names. A word is a file where it holds a `/` or ends in `.journey`.
  private static func scriptInput(_ options: LaunchOptions, words: [String]) -> ScriptInput? {
    if let path = options.scriptFile { return path == "-" ? .standardInput : .file(path) }
    if let text = options.scriptText { return .text(text) }
    guard let word = words.first, word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".journey") else {
      return nil
    }
    return .file(word)
  }

  private static func surplus(_ words: [String]) -> Failure {
    let word = words.count > 1 ? words[1] : words[0]
    let isOption = word.utf8.first == UInt8(ascii: "-")
    return Failure(
      .usage, "There is a script already: \"\(word)\" is one word too many.",
      hint: isOption ? "Options stand before the script." : "'journey --help' shows the ways to run it.")
  }

  static func printLine(_ text: String) -> Int32 {
    print(text)
    // What `print` could not write shows here; a reader that is gone is no error.
    return fflush(nil) == 0 || errno == EPIPE ? 0 : Failure.Code.storage.exitStatus
  }
}
