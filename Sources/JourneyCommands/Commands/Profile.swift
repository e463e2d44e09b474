import JSON
import Synchronization

extension CommandSpec {
  static let profile: CommandSpec = CommandSpec(
    name: "profile",
    summary: "Show the current profile, or switch to another",
    details:
      "A profile has its own settings, cookies, session, tokens and journey. A new one takes over the settings of the current one and has no session.",
    examples: ["profile", "profile staging", "profile second --new"],
    parameters: [
      ParameterSpec("name", .text, "Profile to switch to", completion: .profiles),
      .flag("new", "Make it, in memory"),
    ],
    resultSchema: Schema.object(["name": Schema.text, "settings": Schema.reference("Settings")]),
    failures: [.config, .storage],
    leavesLastResult: true,
    staysHere: true,
    body: .whenRead { arguments, context throws(Failure) in
      var profile = context.profile
      let workspace = context.workspace
      if let name = arguments.text("name") {
        profile =
          arguments.flag("new") ? try workspace.makeProfile(name, like: profile) : try workspace.profile(named: name)
        if workspace.rights.switchesProfile {
          workspace.state.withLock { $0.current = name }
          context.line?.follow(profile)
        }
      } else if arguments.flag("new") {
        throw Failure(.usage, "profile --new needs a name.", hint: "Usage: \(CommandSpec.profile.usage)")
      }
      return Output(["name": .string(profile.name), "settings": profile.settings.shown()], .profile)
    })
}
