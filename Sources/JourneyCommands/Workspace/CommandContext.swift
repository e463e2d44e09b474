/// What a command has at hand while it runs.
package struct CommandContext: Sendable {
  package let workspace: Workspace
  let profile: Profile
  package let watcher: Watcher
}
