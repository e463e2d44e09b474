package import JSON
import Synchronization

/// Reading values from their sources (CONTRACT.md 2).
extension Workspace {
  /// Binds a `--secret NAME=SOURCE` of a pipe face. The one who starts the program may name any source but its standard input.
  package func bindSecret(_ name: String, to source: String) async throws(Failure) {
    let source = try ValueSource(parsing: source)
    guard [.file, .fd, .env, .cmd].contains(source.kind) else {
      throw Failure(.usage, "--secret takes its value from file:, fd:, env: or cmd:, not from \(source.kind.rawValue).")
    }
    let value = try await read(source, question: "")
    state.withLock { $0.boundSecrets[name] = value }
    boundValues.register(value)
  }

  /// A value with dots in place of every bound secret, whoever wrote it there: for a client that must not learn them (`mcp`).
  package func withoutBoundSecrets(_ value: JSON) -> JSON { boundValues.scrubTexts(of: value, sparesWords: false) }

  /// The value of a source that a user of this face names. `question` is what `prompt` asks.
  func value(of source: ValueSource, question: String) async throws(Failure) -> String {
    try allow(source)
    return try await read(source, question: question)
  }

  /// The value of a source that a setting names: read once, since the answer to a prompt or a pipe comes only once.
  func value(ofSetting source: ValueSource, key: String) async throws(Failure) -> String {
    if let known = state.withLock({ $0.settingSecrets[source.description] }) { return known }
    do throws(Failure) {
      let spec = SettingSpec.named(key)
      let value = try await value(of: source, question: spec.map { "Value for \($0.option)" } ?? key)
      secrets.register(value)
      state.withLock { $0.settingSecrets[source.description] = value }
      return value
    } catch {
      var failure = error
      failure.message = "\(SettingSpec.named(key)?.option ?? key): \(error.message)"
      if failure.code == .usage, failure.data["path"] != nil {
        failure.code = .config
        failure.data = ["key": .string(key), "candidates": []]
      }
      throw failure
    }
  }

  private func allow(_ source: ValueSource) throws(Failure) {
    guard !rights.sources.contains(source.kind) else { return }
    let hint: String? =
      switch (rights.face, source.kind) {
      case (.rpc, .file), (.rpc, .env), (.rpc, .cmd):
        "Start 'journey rpc' with --allow-sources, or bind it with --secret."
      case (.rpc, _), (.mcp, _): "Bind the value with --secret NAME=SOURCE at start, and use secret:NAME."
      case (.script, .stdin): "Standard input is the script; use -f FILE or -c, or another source."
      default: nil
      }
    throw Failure(.usage, "The source \(source.kind.rawValue) cannot be used here.", hint: hint)
  }

  private func read(_ source: ValueSource, question: String) async throws(Failure) -> String {
    let value: String
    switch source.kind {
    case .prompt:
      guard let ask = world.ask else {
        throw Failure(
          .needsInput, "\(question): nobody can be asked.", hint: "Use another source.", data: ["missing": []])
      }
      value = try await ask(World.Question(question, isSecret: true))
    case .stdin:
      guard let read = world.readStandardInput else { throw Failure(.usage, "There is no standard input to read.") }
      value = try text(try await read(), source)
    case .file: value = try text(try await world.readFile(source.name), source)
    case .fd:
      guard let number = Int32(source.name), number >= 0 else {
        throw Failure(.usage, "\"\(source.name)\" is no number of a descriptor.")
      }
      value = try text(try await world.readDescriptor(number), source)
    case .env:
      value = try world.variable(source.name)
      hold(back: source)
      recorder.know(value, from: source.name)
    case .cmd:
      let environment = shellEnvironment.merging(variables(namedIn: source.name)) { $1 }
      value = try text(try await world.runShell(source.name, environment), source)
    case .secret:
      guard let found = state.withLock({ $0.boundSecrets[source.name] }) else {
        let names = state.withLock { $0.boundSecrets.keys.sorted() }
        let near = Text.near(source.name, among: names)
        throw Failure(
          .usage, "No secret \"\(source.name)\" was bound at start.",
          hint: near.isEmpty
            ? "Bind it with --secret \(source.name)=SOURCE." : "Did you mean \(near.joined(separator: " or "))?")
      }
      value = found
    }
    if source.kind != .stdin, source.kind != .file, source.kind != .fd { secrets.register(value) }
    return value
  }

  /// The environment of `cmd:`: nothing that configures this program, and no variable that is a secret here: one that was
  /// read as such, one that a setting names, one that has the value of another.
  private var shellEnvironment: [String: String] {
    let (named, profiles) = state.withLock { ($0.secretVariables, $0.profiles.values.map { $0 }) }
    let held = profiles.reduce(into: named) { $0.formUnion($1.settings.sources.compactMap(\.variable)) }
    return world.environment.filter { name, value in
      !name.utf8.starts(with: "JOURNEY_".utf8) && !held.contains(name) && !secrets.knows(value)
    }
  }

  /// The variables that a command names as the shell does, `$NAME` or `${NAME}`. It gets them in its environment, where the shell takes a value as it
  /// is: put into the command itself, what a server sent could end the quotes around it and be a command of its own.
  private func variables(namedIn command: String) -> [String: String] {
    state.withLock { $0.variables }
      .filter { name, _ in command.contains("$" + name) || command.contains("${" + name) }
      .mapValues(\.text)
  }

  /// From now on no command of `cmd:` gets the variable that a source names.
  func hold(back source: ValueSource) {
    guard let name = source.variable else { return }
    state.withLock { _ = $0.secretVariables.insert(name) }
  }

  /// The text without one LF or CRLF at its end.
  private func text(_ bytes: [UInt8], _ source: ValueSource) throws(Failure) -> String {
    var bytes = bytes[...]
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "What comes from \(source.kind.rawValue) is not UTF-8.")
    }
    return text
  }
}

extension ValueSource {
  /// The variable of the environment that it reads.
  var variable: String? { kind == .env ? name : nil }

  /// Whether what comes from it is a secret from then on (CONTRACT.md 2).
  var isSecret: Bool {
    switch kind {
    case .env, .cmd, .secret, .prompt: true
    case .stdin, .file, .fd: false
    }
  }
}
