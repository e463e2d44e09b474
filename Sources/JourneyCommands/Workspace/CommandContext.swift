/// What a command has at hand while it runs.
package struct CommandContext: Sendable {
  package let workspace: Workspace
  let profile: Profile
  let watcher: Watcher
  /// The line, script or call that the command stands in; nil for one that runs as it is read.
  let line: LineScope?
}
