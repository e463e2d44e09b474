/// One parameter of a command. Parsing of lines and of JSON, completion, JSON Schema, help and manual are made from it.
package struct ParameterSpec: Sendable, Equatable {
  /// What a value is.
  package enum Kind: Sendable, Equatable {
    case text
    /// Text that is kept out of history, logs and traces.
    case secret
    /// A whole number that is not negative.
    case integer
    /// On a line an option without a value.
    case boolean
    /// Any JSON value; on a line the word as text.
    case json
    /// `NAME=VALUE` on a line, an object in JSON; repeats.
    case pairs
    /// Several texts; in JSON an array, or one text.
    case list
    case choice([String])
    /// The path of a file.
    case file
  }

  /// Where completion finds values. `targetAnswers` and `targetSources` are pairs of a target and an answer, or its source.
  package enum Completion: Sendable, Equatable {
    case nothing, journeys, targets, targetAnswers, targetSources, answers, profiles, settings, settingValues, commands
    case files, variables, sources
    /// Paths of the last result.
    case paths
    /// These, and others too.
    case words([String])
    /// Switches of the sandbox.
    case switches
  }

  /// Which of what is written for it is a secret, and stays out of history, echoes and records.
  package enum Secrecy: Sendable, Equatable {
    case never, always
    /// An answer to the step: where its input is not known to be open.
    case answer
    /// The value of a pair, by its name.
    case pair
    /// A path or a body of a request, by the names in it.
    case path, body
    /// The value of the setting that is named before it.
    case setting
  }

  /// The name in JSON, in camelCase.
  package var name: String
  package var kind: Kind
  /// Whether it is written as `--name` on a line, not by position.
  package var isOption: Bool
  package var isRequired: Bool
  /// Whether a line may hold it more than once.
  package var repeats: Bool
  /// What it is, without a full stop.
  package var summary: String
  package var completion: Completion
  /// How its value is named in usage lines, for example `TARGET=VALUE`.
  package var placeholder: String
  package private(set) var secrecy: Secrecy

  /// A parameter by position.
  package init(
    _ name: String, _ kind: Kind, required: Bool = false, _ summary: String, completion: Completion = .nothing
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.completion = completion
    isOption = false
    isRequired = required
    repeats = kind == .list || kind == .pairs
    placeholder = name
    secrecy = kind == .secret ? .always : kind == .pairs ? .pair : .never
  }

  /// An option without a value.
  package static func flag(_ name: String, _ summary: String) -> ParameterSpec { option(name, .boolean, summary) }

  /// A parameter that is written as `--name` on a line.
  package static func option(
    _ name: String, _ kind: Kind, _ summary: String, placeholder: String = "TEXT",
    completion: Completion = .nothing
  ) -> ParameterSpec {
    var spec = ParameterSpec(name, kind, summary, completion: completion)
    spec.isOption = true
    spec.placeholder = placeholder
    return spec
  }

  /// The same with another rule for what of it is a secret.
  func hiding(_ secrecy: Secrecy) -> ParameterSpec {
    var spec = self
    spec.secrecy = secrecy
    return spec
  }

  /// `forceAuth` as it is written on a line: `--force-auth`.
  package var optionName: String { "--" + OptionName.dashed(name) }
}

/// The two spellings of an option: `force-auth` on a line, `forceAuth` in JSON.
package enum OptionName {
  package static func dashed(_ camelCase: String) -> String {
    var text = ""
    for scalar in camelCase.unicodeScalars {
      if ("A"..."Z").contains(scalar) {
        text += "-" + String(scalar).lowercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
