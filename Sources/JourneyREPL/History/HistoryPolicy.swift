import JSON
import JourneyCommands

/// Which lines go into the history file. By meaning, not by pattern: what the commands of the line turned out to be decides.
///
/// Left out are lines with a leading blank, lines that do not parse or hold a word that is no command, every `set` that
/// failed or did not run, answers to secret inputs, values of parameters that may hold a secret, and the start of a journey that
/// the server does not have. Those lines are still
/// there for the up arrow of this shell.
enum HistoryPolicy {
  /// How a command of a line went.
  enum Outcome: Sendable, Equatable {
    case gave(Output)
    case failed
    case didNotRun
  }

  /// - Parameters:
  ///   - commands: The commands of the line; nil where it does not parse.
  ///   - step: The step that was open when the line began.
  static func keeps(_ line: String, commands: [(command: ParsedCommand, outcome: Outcome)]?, step: JSON?) -> Bool {
    guard let commands, !commands.isEmpty, let first = line.unicodeScalars.first, first != " ", first != "\t" else {
      return false
    }
    return commands.allSatisfy { keeps($0.command, outcome: $0.outcome, step: step) }
  }

  private static func keeps(_ command: ParsedCommand, outcome: Outcome, step: JSON?) -> Bool {
    guard let name = command.words.first?.literal, CommandSpec.named(name) != nil else { return false }
    if name == "set" {
      // The result knows whether the input is secret; it is the one judge of a target that fits.
      guard case .gave(let output) = outcome, output.kind == .callback, let callback = output.value else {
        return false
      }
      return StepTargets(callback: callback).isOpen(CommandSecrets.target(of: command))
    }
    // A journey that the server does not have is not offered by a later shell.
    if case .gave(let output) = outcome, ["start", "login"].contains(name), output.value?["cause"] == "not-found" {
      return false
    }
    return CommandSecrets.words(of: command, step: step).isEmpty
  }
}
