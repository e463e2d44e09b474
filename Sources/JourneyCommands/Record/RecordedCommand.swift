import JSON

extension RecordedLine {
  /// A command as its arguments are written, which may be secrets by what they are for.
  static func command(_ spec: CommandSpec, _ arguments: Arguments) -> RecordedLine {
    if spec.name == "config", let key = arguments.text("key"), let value = arguments["value"] {
      return config(key, value)
    }
    var words: [Word] = [.plain(spec.name)]
    for parameter in spec.parameters {
      guard let value = arguments[parameter.name] else { continue }
      let name = RecordedValue.variableName("\(spec.name)_\(parameter.name)")
      let isSecret =
        arguments.isSecret(parameter.name) || WrittenSecrets.areIn(value.rawText, for: parameter)
      func recorded(_ value: JSON) -> Word { .value(RecordedValue(value.rawText, isSecret: isSecret, name: name)) }
      switch parameter.kind {
      case .boolean: if value.bool == true { words.append(.plain(parameter.optionName)) }
      case .pairs:
        for pair in arguments.pairs(parameter.name) {
          let isSecret =
            arguments.isSecret(parameter.name, pair: pair.name)
            || WrittenSecrets.areIn("\(pair.name)=\(pair.value.rawText)", for: parameter)
          words.append(.plain(parameter.optionName))
          words.append(.pair(pair.name, RecordedValue(pair.value.rawText, isSecret: isSecret, name: name)))
        }
      case .list:
        words += (value.array ?? [value]).enumerated().map { index, item in
          let isSecret = arguments.isSecret(parameter.name, at: index)
          return .value(RecordedValue(item.rawText, isSecret: isSecret, name: name))
        }
      // One of the words of the table.
      case .choice: words.append(.plain(value.rawText))
      case .text, .secret, .integer, .json, .file:
        if parameter.isOption { words.append(.plain(parameter.optionName)) }
        words.append(recorded(value))
      }
    }
    return RecordedLine(words)
  }

  /// `config KEY VALUE`, without what people put into settings that should have come from a source.
  static func config(_ key: String, _ value: JSON) -> RecordedLine {
    let text = value.array.map { $0.compactMap(\.string).joined(separator: "\n") } ?? value.rawText
    let isSecret = WrittenSecrets.areIn(setting: key, (value.array ?? [value]).map(\.rawText))
    let name = RecordedValue.variableName("CONFIG_\(OptionName.dashed(key))")
    return RecordedLine([
      .plain("config"), .plain(key), .value(RecordedValue(text, isSecret: isSecret, name: name)),
    ])
  }
}

extension RecordedLine {
  /// How many callbacks of a step are looked at.
  private static let callbackLimit = 20

  /// What of a result a test should see again: its kind and shape, never what differs from run to run.
  static func expectations(of output: Output) -> [RecordedLine] {
    guard let value = output.value else { return [] }
    switch output.kind {
    case .node: return node(value)
    case .tokens: return ["accessToken", "idToken"].filter { value[$0]?.string != nil }.map { exists($0) }
    case .session: return equal(value, ["valid"])
    case .userinfo: return equal(value, ["sub"])
    case .introspection: return equal(value, ["active"])
    case .decoded: return equal(value, ["verified"])
    case .revoked: return equal(value, ["revoked"])
    case .logout: return equal(value, ["loggedOut"])
    case .call: return equal(value, ["status"])
    default: return []
    }
  }

  private static func node(_ value: JSON) -> [RecordedLine] {
    switch value["kind"] {
    case "continue":
      let types = (value["callbacks"]?.array ?? []).prefix(callbackLimit).enumerated().compactMap { index, callback in
        callback["type"]?.string.map { expect("callbacks[\(index)].type", $0) }
      }
      return equal(value, ["kind", "stage"]) + types
    case "error": return equal(value, ["kind", "cause"])
    default: return equal(value, ["kind"])
    }
  }

  private static func equal(_ value: JSON, _ names: [String]) -> [RecordedLine] {
    names.compactMap { name in
      guard let found = value[name], !found.isNull else { return nil }
      return expect(name, found.rawText)
    }
  }
}
