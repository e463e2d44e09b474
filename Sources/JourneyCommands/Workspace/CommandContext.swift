/// What a command has at hand while it runs.
package struct CommandContext: Sendable {
  package let workspace: Workspace
  let profile: Profile
  let watcher: Watcher
  /// The line or script that the command stands in; nil for a call.
  let line: LineScope?
}
