import JSON

/// A word of a line with its variables put in.
struct ExpandedWord: Sendable, Equatable {
  var text: String
  /// Whether a part of it is a secret.
  var isSecret: Bool
  /// Whether it can be an option: it begins with a literal that was not quoted.
  var mayBeOption: Bool
}

extension CommandSpec {
  private var list: ParameterList { ParameterList(name: name, parameters: parameters) }

  /// Binds the parameters of a JSON-RPC call: by name, or by position in the order of the table.
  func bind(_ params: JSON?) throws(Failure) -> Arguments { try list.bind(params) }
  /// Binds the words behind the name of the command on a line.
  func bind(_ words: [ExpandedWord]) throws(Failure) -> Arguments { try list.bind(words) }
  /// How the command is written: `set target [value] [--from SOURCE] [--secret]`.
  package var usage: String { list.usage }
}

extension FaceSpec {
  /// How it is written: `generate kind`.
  package var usage: String {
    ParameterList(name: name, parameters: parameters).usage + (takesCommand ? " [-- COMMAND…]" : "")
  }

  /// Binds the words behind the name of the face, as the shell gave them.
  package func bind(_ words: [String]) throws(Failure) -> Arguments {
    try ParameterList(name: name, parameters: parameters).bind(
      words.map { ExpandedWord(text: $0, isSecret: false, mayBeOption: true) })
  }
}

/// What a command or a face takes, by name and by position.
private struct ParameterList {
  var name: String
  var parameters: [ParameterSpec]

  func bind(_ params: JSON?) throws(Failure) -> Arguments {
    switch params {
    case nil, .null: return try checked([:], secrets: [])
    case .object(let object):
      var values: [String: JSON] = [:]
      for member in object.members where member.name != "profile" && member.name != "progressToken" {
        guard let parameter = parameters.first(where: { $0.name == member.name }) else { throw unknown(member.name) }
        if !member.value.isNull { values[member.name] = try parameter.value(checking: member.value) }
      }
      return try checked(values, secrets: [])
    case .array(let items):
      var values: [String: JSON] = [:]
      for (position, item) in items.enumerated() {
        if let last = parameters.last, last.kind == .list, !last.isOption, position >= parameters.count - 1 {
          let rest = items[position...]
          values[last.name] = try last.value(checking: rest.count == 1 ? item : .array(Array(rest)))
          break
        }
        guard position < parameters.count else {
          throw Failure(.usage, "\(name) takes \(parameters.count) parameters at most.", hint: "Usage: \(usage)")
        }
        if !item.isNull { values[parameters[position].name] = try parameters[position].value(checking: item) }
      }
      return try checked(values, secrets: [])
    default:
      throw Failure(.usage, "Parameters are an object or an array.", hint: "Usage: \(usage)")
    }
  }

  func bind(_ words: [ExpandedWord]) throws(Failure) -> Arguments {
    var values: [String: JSON] = [:]
    var secrets: Set<String> = []
    var positional = parameters.filter { !$0.isOption }[...]
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word.mayBeOption, word.text == "--" {
        takesOptions = false
      } else if takesOptions, word.mayBeOption, word.text.utf8.starts(with: "--".utf8) {
        try option(word, &rest, &values, &secrets)
      } else {
        guard let parameter = positional.first else {
          throw Failure(
            .usage, "\(name) does not take \"\(word.isSecret ? "…" : word.text)\".", hint: "Usage: \(usage)")
        }
        if parameter.kind != .list { positional.removeFirst() }
        try put(word.text, word.isSecret, parameter, &values, &secrets)
      }
    }
    return try checked(values, secrets: secrets)
  }

  var usage: String {
    parameters.reduce(into: name) { text, parameter in
      var part = parameter.isOption ? parameter.optionName : parameter.name
      if parameter.isOption, parameter.kind != .boolean { part += " \(parameter.placeholder)" }
      if parameter.repeats { part += "…" }
      text += parameter.isRequired ? " \(part)" : " [\(part)]"
    }
  }

  private func option(
    _ word: ExpandedWord, _ rest: inout ArraySlice<ExpandedWord>, _ values: inout [String: JSON],
    _ secrets: inout Set<String>
  ) throws(Failure) {
    let pair = Text.pair(word.text, separator: "=")
    let written = pair?.name ?? word.text
    guard let parameter = parameters.first(where: { $0.isOption && $0.optionName == written }) else {
      if SettingSpec.all.contains(where: { $0.option == written }) {
        throw Failure(
          .usage, "\(name) has no option \(written).",
          hint: "It is one of the program and stands before the command: journey \(written) … \(name).")
      }
      let near = Text.near(written, among: parameters.filter(\.isOption).map(\.optionName))
      throw Failure(
        .usage, "\(name) has no option \(written).",
        hint: near.isEmpty ? "Usage: \(usage)" : "Did you mean \(near.joined(separator: " or "))?")
    }
    if parameter.kind == .boolean {
      guard pair == nil else { throw Failure(.usage, "\(written) takes no value.", hint: "Usage: \(usage)") }
      values[parameter.name] = .bool(true)
      return
    }
    if let pair { return try put(pair.value, word.isSecret, parameter, &values, &secrets) }
    guard let value = rest.popFirst() else {
      throw Failure(.usage, "\(written) needs \(parameter.placeholder).", hint: "Usage: \(usage)")
    }
    try put(value.text, value.isSecret, parameter, &values, &secrets)
    while let more = rest.first, takesMore(parameter, more) {
      rest.removeFirst()
      try put(more.text, more.isSecret, parameter, &values, &secrets)
    }
  }

  /// Whether a word after the first value of an option is a value of it too.
  private func takesMore(_ parameter: ParameterSpec, _ word: ExpandedWord) -> Bool {
    if word.mayBeOption, word.text.utf8.starts(with: "--".utf8) { return false }
    return switch parameter.kind {
    case .list: true
    case .pairs: Text.pair(word.text, separator: "=") != nil
    default: false
    }
  }

  private func put(
    _ text: String, _ isSecret: Bool, _ parameter: ParameterSpec, _ values: inout [String: JSON],
    _ secrets: inout Set<String>
  ) throws(Failure) {
    if isSecret { secrets.insert(parameter.name) }
    switch parameter.kind {
    case .list:
      let items = values[parameter.name]?.array ?? []
      if isSecret { secrets.insert(Arguments.secretName(parameter.name, "\(items.count)")) }
      values[parameter.name] = .array(items + [.string(text)])
    case .pairs:
      guard let pair = Text.pair(text, separator: "="), !pair.name.isEmpty else {
        throw Failure(.usage, "\(parameter.optionName) needs \(parameter.placeholder).", hint: "Usage: \(usage)")
      }
      var object = values[parameter.name]?.object ?? JSON.Object()
      object.members.append(JSON.Object.Member(name: pair.name, value: .string(pair.value)))
      values[parameter.name] = .object(object)
      if isSecret { secrets.insert(Arguments.secretName(parameter.name, pair.name)) }
    case .integer:
      guard let number = JSON.Number(text: text) else {
        throw Failure(.usage, "\(parameter.name) must be a whole number, not \"\(text)\".", hint: "Usage: \(usage)")
      }
      values[parameter.name] = try parameter.value(checking: .number(number))
    case .json: values[parameter.name] = .string(text)
    default:
      guard values[parameter.name] == nil || !parameter.isOption else {
        throw Failure(.usage, "\(parameter.optionName) is there twice.", hint: "Usage: \(usage)")
      }
      values[parameter.name] = try parameter.value(checking: .string(text))
    }
  }

  private func checked(_ values: [String: JSON], secrets: Set<String>) throws(Failure) -> Arguments {
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw Failure(.usage, "\(name) needs \(parameter.name).", hint: "Usage: \(usage)")
    }
    return Arguments(values, secrets: secrets)
  }

  private func unknown(_ parameter: String) -> Failure {
    let near = Text.near(parameter, among: parameters.map(\.name))
    return Failure(
      .usage, "\(name) has no parameter \"\(parameter)\".",
      hint: near.isEmpty
        ? (parameters.isEmpty ? nil : "It has \(parameters.map(\.name).joined(separator: ", ")).")
        : "Did you mean \(near.joined(separator: " or "))?")
  }
}

extension ParameterSpec {
  /// Checks a value that came with its JSON type.
  func value(checking value: JSON) throws(Failure) -> JSON {
    switch (kind, value) {
    case (.json, _), (.boolean, .bool), (.pairs, .object), (.text, .string), (.secret, .string), (.file, .string):
      return value
    case (.list, .string): return .array([value])
    case (.list, .array(let items)) where items.allSatisfy({ $0.string != nil }): return value
    case (.integer, .number(let number)):
      guard let integer = number.integer, integer >= 0 else { break }
      return value
    case (.choice(let choices), .string(let text)):
      if choices.contains(text) { return value }
      let begun = choices.filter { !text.isEmpty && $0.utf8.starts(with: text.utf8) }
      let near = begun.isEmpty ? Text.near(text, among: choices) : begun
      throw Failure(
        .usage, "\(name) is one of \(choices.joined(separator: ", ")), not \"\(text)\".",
        hint: near.isEmpty ? nil : "Did you mean \(near.joined(separator: " or "))?")
    default: break
    }
    throw Failure(.usage, "\(name) must be \(kind.described).", hint: hint)
  }
}

extension ParameterSpec {
  /// How an object is written, where that is what it must be.
  private var hint: String? {
    guard kind == .pairs, let pair = Text.pair(placeholder, separator: "=") else { return nil }
    return "For example {\"\(pair.name)\": \"\(pair.value)\"}."
  }
}

extension ParameterSpec.Kind {
  /// What a value must be, for messages.
  var described: String {
    switch self {
    case .text, .secret, .file: "a text"
    case .integer: "a whole number of 0 or more"
    case .boolean: "true or false"
    case .json: "any value"
    case .pairs: "an object"
    case .list: "a text or an array of texts"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    }
  }
}
