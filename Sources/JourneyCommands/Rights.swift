/// What a face lets its user do (CONTRACT.md 2). A pipe may be in the hands of a program that is not trusted with the machine.
package struct Rights: Sendable, Equatable {
  package enum Face: Sendable, Equatable { case terminal, script, rpc, mcp }

  package var face: Face
  /// Kinds of sources that can be named: `prompt`, `stdin`, `file`, `fd`, `env`, `cmd`, `secret`.
  package var sources: Set<ValueSource.Kind>
  /// Whether `${env:NAME}` is there.
  package var readsEnvironment: Bool
  /// Whether `source` and `record` are there.
  package var usesFiles: Bool
  /// Whether `config KEY VALUE`, `--reveal` and `--raw` are there.
  package var changesSettings: Bool
  package var reveals: Bool

  /// A person at a terminal, which is standard input.
  package static let terminal = Rights(
    face: .terminal, sources: [.prompt, .file, .fd, .env, .cmd, .secret], readsEnvironment: true,
    usesFiles: true,
    changesSettings: true, reveals: true)
  /// A script from a file or from `-c`, and one command.
  package static let script = Rights(
    face: .script, sources: [.prompt, .stdin, .file, .fd, .env, .cmd, .secret], readsEnvironment: true, usesFiles: true,
    changesSettings: true, reveals: true)
  /// A script on standard input, which is taken.
  package static let scriptOnStandardInput = Rights(
    face: .script, sources: [.prompt, .file, .fd, .env, .cmd, .secret], readsEnvironment: true, usesFiles: true,
    changesSettings: true, reveals: true)
  /// `journey rpc`.
  package static let rpc = Rights(
    face: .rpc, sources: [.secret], readsEnvironment: false, usesFiles: false, changesSettings: true, reveals: true)
  /// `journey rpc --allow-sources`.
  package static let rpcWithSources = Rights(
    face: .rpc, sources: [.file, .env, .cmd, .secret], readsEnvironment: true, usesFiles: true, changesSettings: true,
    reveals: true)
  /// `journey mcp`.
  package static let mcp = Rights(
    face: .mcp, sources: [.secret], readsEnvironment: false, usesFiles: false, changesSettings: false, reveals: false)

  /// Whether `profile NAME` makes that one the current profile. In `mcp` no call leans on an earlier one.
  package var switchesProfile: Bool { face != .mcp }

  /// Whether the answer to a secret input can be given as a value, not by its source alone.
  package var takesSecretValues: Bool { face != .mcp }

  /// Whether a program on a pipe asks, not a person or a person's script.
  package var isPipe: Bool { face == .rpc || face == .mcp }
}
