import JourneyCommands
import LineEditor

/// Candidates for the word at the cursor of the shell. Local facts alone: never the network, never an error.
struct Completer {
  private typealias Candidate = Completion.Candidate

  let facts: CompletionFacts
  /// The names in a folder; folders end in `/`. Empty for a folder that cannot be read.
  var listFolder: @Sendable (String) -> [String] = FolderListing.names

  func complete(_ line: String, cursor: Int) -> Completion {
    let place = LineCursor(line: line, cursor: cursor)
    if let variable = place.variable { return completeVariable(variable.name, start: variable.start) }
    return Completion(start: place.start, candidates: candidates(at: place))
  }

  private func completeVariable(_ name: String, start: Int) -> Completion {
    let names = facts.variables() + facts.environment().map { "env:\($0)" }
    let fitting = names.filter { $0.utf8.starts(with: name.utf8) }.sorted()
    return Completion(
      start: start, candidates: fitting.map { Candidate("${\($0)}", isWhole: false) })
  }

  private func candidates(at place: LineCursor) -> [Candidate] {
    guard let name = place.before.first else {
      return CommandSpec.all.filter { $0.name.utf8.starts(with: place.word.utf8) }.map { Candidate($0.name) }
    }
    guard let spec = CommandSpec.named(name) else { return [] }
    switch ValueCompletion(facts: facts).answer(spec.parameters, place.before.dropFirst(), place.word) {
    case .words(let words):
      return words.map { word in
        let text = WordText.quoted(word.value)
        // Behind a closed quote the word could not go on.
        let open = word.isOpen && text.utf8.last == UInt8(ascii: "'") ? String(text.dropLast()) : text
        return Candidate(open, label: word.value, note: word.summary, isWhole: !word.isOpen)
      }
    case .files(let prefix):
      return files(String(decoding: place.word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self), prefix)
    }
  }

  private func files(_ typed: String, _ prefix: String) -> [Candidate] {
    let folder = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(typed[...$0]) } ?? ""
    let name = String(typed.dropFirst(folder.count))
    return listFolder(folder.isEmpty ? "./" : folder)
      .filter { $0.utf8.starts(with: name.utf8) && (!$0.utf8.starts(with: ".".utf8) || !name.isEmpty) }.sorted()
      .map {
        Candidate(WordText.quoted(prefix + folder + $0), label: $0, isWhole: $0.utf8.last != UInt8(ascii: "/"))
      }
  }
}
