/// What `journey __complete` prints. The first line says what the others are:
///
/// - `words`: for zsh and fish one candidate a line, a tab and its summary behind it; for bash replies as they are inserted.
/// - `nospace`: bash, the only reply is not whole yet.
/// - `files`: the shell completes a path. For zsh and fish the prefix of the word follows; for bash how many characters of the path a
///   reply leaves out, what stands before it in a reply, and the path so far.
package enum CompletionReply {
  /// `words` are the words behind the name of the program.
  package static func plain(_ words: [String], _ facts: CompletionFacts) -> [String] {
    switch ShellCompletion(facts: facts).answer(words) {
    case .words(let candidates):
      return ["words"] + candidates.map { $0.summary.isEmpty ? $0.value : "\($0.value)\t\($0.summary)" }
    case .files(let prefix): return ["files", prefix]
    }
  }

  /// `line` is the line up to the cursor, `breaks` is `COMP_WORDBREAKS`, `columns` the width of a terminal on which the replies are
  /// listed, nil where each of them may be put into the line.
  package static func bash(
    _ line: String, breaks: String, columns: Int? = nil, _ facts: CompletionFacts
  ) -> [String] {
    let line = BashLine(line, breaks: breaks)
    switch ShellCompletion(facts: facts).answer(Array(line.words.dropFirst())) {
    case .words(let candidates):
      let replies = candidates.compactMap { candidate in line.reply(candidate.value).map { ($0, candidate.summary) } }
      let isOpen = candidates.count == 1 && candidates[0].isOpen
      let list = BashList(replies: replies, typed: line.reply(line.words.last ?? ""))
      return [isOpen ? "nospace" : "words"] + (columns.flatMap(list.described) ?? list.plain)
    case .files(let prefix):
      let word = line.words.last ?? ""
      let path = String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      let (kept, before) = (line.kept.unicodeScalars.count, prefix.unicodeScalars.count)
      return [
        "files", "\(max(0, kept - before))", String(String.UnicodeScalarView(prefix.unicodeScalars.dropFirst(kept))),
        path,
      ]
    }
  }
}
