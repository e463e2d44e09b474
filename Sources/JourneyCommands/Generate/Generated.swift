import JSON

/// The files that are made from the command table. `journey generate KIND` prints one; `scripts/generate` writes those that
/// stand in the repository.
package enum Generated: String, Sendable, CaseIterable {
  case man
  case manRPC = "man-rpc"
  case bash, zsh, fish, openrpc

  /// The text of the file, its last line ended.
  package func text(version: String) -> String {
    switch self {
    case .man: ManualPage().text
    case .manRPC: RPCManualPage().text
    case .bash: ShellScripts.bash
    case .zsh: ShellScripts.zsh
    case .fish: ShellScripts.fish
    case .openrpc: OpenRPC.document(version: version).text(.pretty) + "\n"
    }
  }

  /// Where it stands in the repository; nil where it does not.
  package var path: String? {
    switch self {
    case .man: "man/journey.1"
    case .manRPC: "man/journey-rpc.7"
    case .bash: "completions/journey.bash"
    case .zsh: "completions/_journey"
    case .fish: "completions/journey.fish"
    case .openrpc: nil
    }
  }
}
