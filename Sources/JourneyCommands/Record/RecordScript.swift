/// Writes recorded lines as a script. Values that are secrets, or have become known as secrets since, are written as variables, in
/// the lines before too: so the whole file is written anew each time.
struct RecordScript {
  let secrets: SecretRegistry
  /// Names of environment variables by the secret that came from them.
  let sources: [String: String]
  private(set) var needed: [String] = []
  private var names: [String: String] = [:]
  /// Variables of the script by the value that a line before gave them, with the number of that line.
  private var variables: [String: (name: String, line: Int)] = [:]
  /// Numbers of lines whose variables are written in another one.
  private var used: Set<Int> = []

  init(secrets: SecretRegistry, sources: [String: String]) {
    self.secrets = secrets
    self.sources = sources
  }

  /// - Parameter head: The first line, without the mark of a comment.
  mutating func text(of lines: [RecordedLine], head: String) -> String {
    var texts: [String?] = []
    for (number, line) in lines.enumerated() {
      texts.append(line.isDefinition ? nil : text(of: line))
      guard let variable = line.variable else { continue }
      variables = variables.filter { $0.value.name != variable.name }
      if let text = variable.text { variables[text] = (variable.name, number) }
    }
    // A command of `cmd:` finds the variables that it names in its environment.
    for (number, line) in lines.enumerated() where line.isDefinition {
      guard let name = line.variable?.name else { continue }
      if texts.contains(where: { $0.map { $0.contains("cmd:") && $0.contains("$" + name) } == true }) {
        used.insert(number)
      }
    }
    // A value that nobody has used may be a password that nobody has recognized.
    for number in used.sorted() where lines[number].isDefinition { texts[number] = text(of: lines[number]) }
    let body = zip(lines, texts).flatMap { line, text in text.map { (line.beginsBlock ? [""] : []) + [$0] } ?? [] }
    let needs = needed.isEmpty ? [] : ["# Needs in the environment: \(needed.joined(separator: ", "))"]
    return (["# \(head)"] + needs + body).joined(separator: "\n") + "\n"
  }

  private mutating func text(of line: RecordedLine) -> String {
    var texts: [String] = []
    for word in line.words {
      let text = text(of: word)
      // The net below: what is left of a secret, in a name for example. Words of the table are no secrets of anybody.
      if case .plain = word {} else if secrets.scrub(text) != text { return "# A line is left out: it shows a secret." }
      texts.append(text)
    }
    return (line.isTolerated ? "- " : "") + texts.joined(separator: " ")
  }

  private mutating func text(of word: RecordedLine.Word) -> String {
    switch word {
    case .plain(let text): return text
    case .value(let value) where !WrittenSecrets.areIn(request: value.text):
      return around(value) ?? reference(value) ?? Self.quoted(value.text)
    case .value(let value): return reference(value) ?? Self.quoted(value.text)
    case .pair(let name, let value):
      guard let reference = reference(value) else { return Self.quoted("\(name)=\(value.text)") }
      return "\"\(WordText.escaped(name))=\(reference)\""
    case .answer(let value):
      if !value.isSecret, let around = around(value) { return around }
      guard let reference = reference(value) else { return Self.quoted(value.text) }
      let mark = "${env:"
      guard reference.utf8.starts(with: mark.utf8) else { return reference }
      return "--from env:\(reference.dropFirst(mark.count).dropLast())"
    }
  }

  /// A value that has what a variable of the script holds inside, with the variables in its place; nil for another one, and where a secret
  /// would be left in it.
  private mutating func around(_ value: RecordedValue) -> String? {
    guard value.mayBeVariable, variables[value.text] == nil else { return nil }
    let inside = variables.keys.filter { $0.utf8.count >= Self.shortestInside && value.text.contains($0) }
    guard let longest = inside.max(by: { $0.utf8.count < $1.utf8.count }), let (name, line) = variables[longest] else {
      return nil
    }
    let parts = value.text.split(separator: longest, omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ secrets.scrub($0) == $0 }) else { return nil }
    used.insert(line)
    return "\"\(parts.map(WordText.escaped).joined(separator: "${\(name)}"))\""
  }

  /// In bytes: shorter values stand inside of others by chance.
  private static let shortestInside = 12

  /// `${NAME}` for what a variable of the script holds, `${env:NAME}` for a secret; nil where the value can be written.
  private mutating func reference(_ value: RecordedValue) -> String? {
    if value.mayBeVariable, value.text.utf8.count >= SecretRegistry.shortest, let (name, line) = variables[value.text] {
      used.insert(line)
      return "${\(name)}"
    }
    guard value.isSecret || secrets.scrub(value.text) != value.text else { return nil }
    let name = names[value.text] ?? sources[value.text] ?? freeName(value.name)
    names[value.text] = name
    if !needed.contains(name) { needed.append(name) }
    return "${env:\(name)}"
  }

  private func freeName(_ wanted: String) -> String {
    let taken = Set(names.values)
    guard taken.contains(wanted) else { return wanted }
    var number = 2
    while taken.contains("\(wanted)_\(number)") { number += 1 }
    return "\(wanted)_\(number)"
  }

  /// A word of a command line that means this text and is never taken for an option.
  private static func quoted(_ text: String) -> String {
    let quoted = WordText.quotedForFile(text)
    return quoted.utf8.starts(with: "--".utf8) ? "'\(quoted)'" : quoted
  }
}
