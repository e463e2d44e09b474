package import JourneyCommands
import LineEditor

/// The faces of this module as the program starts them. Each runs on the main thread and gives the exit status.
package enum Faces {
  /// From now on a crash says no more than that, and gives the terminal back.
  package static func guardAgainstCrashes() { CrashGuard.install() }

  /// A shell on the terminal that is standard input.
  package static func shell(_ launch: Launch) -> Int32 {
    do throws(Failure) {
      return try Shell(launch).run()
    } catch {
      return fail(error, launch)
    }
  }

  package static func script(_ launch: Launch, _ input: ScriptInput) -> Int32 {
    ScriptFace(launch).run(input)
  }

  /// One command, with its words as the shell gave them.
  package static func command(_ launch: Launch, words: [String]) -> Int32 {
    ScriptFace(launch).run(words: words)
  }

  /// Help of the program, as wide as the terminal.
  package static func help(_ launch: Launch, _ text: String) -> Int32 {
    let reporter = launch.reporter(status: nil)
    reporter.put(help: text)
    return launch.exitStatus(0, reporter)
  }

  /// Says why nothing could be started.
  package static func fail(_ failure: Failure, _ launch: Launch) -> Int32 {
    let place = failure.place.map { "\($0.file ?? "journey"):\($0.line):\($0.column)" }
    launch.reporter(status: nil).report(failure, place: place ?? "journey")
    return failure.exitStatus
  }
}
