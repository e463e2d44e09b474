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
        parameter.isSecret || parameter.completion == .answers || arguments.isSecret(parameter.name)
        || spec.name == "call" && holdsSecret(value.rawText)
      func recorded(_ value: JSON) -> Word { .value(RecordedValue(value.rawText, isSecret: isSecret, name: name)) }
      switch parameter.kind {
      case .boolean: if value.bool == true { words.append(.plain(parameter.optionName)) }
      case .pairs:
        for pair in arguments.pairs(parameter.name) {
          let isSecret = arguments.isSecret(parameter.name, pair: pair.name) || parameter.name == "answer"
          words.append(.plain(parameter.optionName))
          words.append(.pair(pair.name, RecordedValue(pair.value.rawText, isSecret: isSecret, name: name)))
        }
      case .list: words += (value.array ?? [value]).map(recorded)
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
    let isSecret: Bool
    switch key {
    case "header":
      isSecret = (value.array ?? [value]).contains { item in
        !SecretNames.isPlainRequestHeader(Text.pair(item.rawText, separator: ":")?.name ?? "")
      }
    case "proxy": isSecret = text.utf8.contains(UInt8(ascii: "@"))
    case "oidcParam":
      isSecret = (value.array ?? [value]).contains { item in
        SecretNames.isMember(Text.pair(item.rawText, separator: "=")?.name ?? "")
      }
    default: isSecret = false
    }
    let name = RecordedValue.variableName("CONFIG_\(OptionName.dashed(key))")
    return RecordedLine([
      .plain("config"), .plain(key), .value(RecordedValue(text, isSecret: isSecret, name: name)),
    ])
  }

  /// Whether a body or a path of a request names something that is secret by its name.
  private static func holdsSecret(_ text: String) -> Bool {
    if let document = try? JSON(parsing: text), document.object != nil || document.array != nil {
      return holdsSecret(document)
    }
    let separators: Set<UInt8> = [UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: ";")]
    return text.utf8.split(whereSeparator: separators.contains).contains { part in
      Text.pair(String(Substring(part)), separator: "=").map { SecretNames.isMember($0.name) } ?? false
    }
  }

  private static func holdsSecret(_ value: JSON) -> Bool {
    if let members = value.object?.members {
      return members.contains { SecretNames.isMember($0.name) || holdsSecret($0.value) }
    }
    return value.array?.contains(where: holdsSecret) ?? false
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
