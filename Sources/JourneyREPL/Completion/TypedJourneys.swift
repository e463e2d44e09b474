import JourneyCommands

/// Names of journeys that were typed before, from the lines of the history.
package enum TypedJourneys {
  /// From the file that earlier shells have left.
  package static func names(environment: [String: String]) -> [String] {
    let lines = HistoryFile(environment: environment)?.lines() ?? []
    return names(in: Array(lines.suffix(ShellHistory.limit))).sorted()
  }

  /// What stood behind `start` and `login`.
  static func names(in lines: [String]) -> Set<String> {
    var names: Set<String> = []
    for line in lines where line.contains("start ") || line.contains("login ") {
      for command in (try? ScriptParser.parse(line: line)) ?? [] {
        guard command.words.count > 1, ["start", "login"].contains(command.words[0].literal),
          let name = command.words[1].literal, !name.utf8.starts(with: "--".utf8)
        else { continue }
        names.insert(name)
      }
    }
    return names
  }
}
