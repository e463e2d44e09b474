/// Where a value comes from (CONTRACT.md 2, in the grammar of openssl).
package struct ValueSource: Sendable, Equatable, CustomStringConvertible {
  package enum Kind: String, Sendable, CaseIterable { case prompt, stdin, file, fd, env, cmd, secret }

  package var kind: Kind
  /// What stands behind the colon; empty for `prompt` and `stdin`.
  package var name: String

  /// Reads `prompt`, `stdin`, `file:PATH`, `fd:N`, `env:NAME`, `cmd:COMMAND` or `secret:NAME`.
  package init(parsing text: String) throws(Failure) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 ? String(Substring(parts[1])) : nil
    guard let first = parts.first, let kind = Kind(rawValue: String(Substring(first))),
      (kind == .prompt || kind == .stdin) == (name == nil), name != ""
    else {
      throw Failure(
        .usage, "The value is no source.",
        hint: "A source is prompt, stdin, file:PATH, fd:N, env:NAME, cmd:COMMAND or secret:NAME.")
    }
    self.kind = kind
    self.name = name ?? ""
  }

  init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  package var description: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue):\(name)" }
}
