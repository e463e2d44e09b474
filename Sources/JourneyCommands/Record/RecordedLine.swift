/// One command of a record, before it is known which of its values must not be written.
struct RecordedLine: Sendable {
  enum Word: Sendable, Equatable {
    /// Written as it is: the name of a command, an option, a path of a result.
    case plain(String)
    case value(RecordedValue)
    /// `NAME=VALUE`
    case pair(String, RecordedValue)
    /// The answer of `set`: the value, or `--from env:NAME`.
    case answer(RecordedValue)
  }

  var words: [Word]
  /// `- ` in front: it is no success, and the script goes on.
  var isTolerated = false
  /// The variable that it defines, and its value where that is known.
  var variable: (name: String, text: String?)?
  /// It defines a variable and does nothing else: it is written where a line behind it has use for the variable.
  var isDefinition = false
  /// Whether it begins something new: an empty line stands before it.
  var beginsBlock = false

  init(_ words: [Word], isTolerated: Bool = false) {
    self.words = words
    self.isTolerated = isTolerated
    beginsBlock = words.first == .plain("start") || words.first == .plain("resume")
  }

  var isExpectation: Bool { words.first == .plain("expect") }

  /// `let NAME VALUE`
  static func definition(of name: String, as text: String, isSecret: Bool) -> RecordedLine {
    var value = RecordedValue(text, isSecret: isSecret, name: RecordedValue.variableName(name))
    value.mayBeVariable = false
    var line = RecordedLine([.plain("let"), .plain(name), .value(value)])
    line.variable = (name, text)
    line.isDefinition = true
    return line
  }

  /// `expect PATH == VALUE`
  static func expect(_ path: String, _ value: String) -> RecordedLine {
    var value = RecordedValue(value, name: "EXPECTED")
    value.mayBeVariable = false
    return RecordedLine([.plain("expect"), .plain(path), .plain("=="), .value(value)])
  }

  static func exists(_ path: String) -> RecordedLine {
    RecordedLine([.plain("expect"), .plain(path), .plain("exists")])
  }
}

/// A value as it was, and the name of the environment variable that stands for it where it is a secret.
struct RecordedValue: Sendable, Equatable {
  var text: String
  var isSecret: Bool
  var name: String
  /// Whether a variable of the script that holds the same may stand for it.
  var mayBeVariable = true

  init(_ text: String, isSecret: Bool = false, name: String) {
    self.text = text
    self.isSecret = isSecret
    self.name = name
  }

  /// A name of an environment variable that is made of words: `ANSWER_ONE_TIME_PASSWORD`.
  static func variableName(_ words: String) -> String {
    var name = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": name += String(scalar).uppercased()
      default: if name.utf8.last != UInt8(ascii: "_") { name += "_" }
      }
    }
    while name.utf8.last == UInt8(ascii: "_") { name.removeLast() }
    return name.utf8.count > 60 ? String(name.prefix(60)) : name
  }
}
