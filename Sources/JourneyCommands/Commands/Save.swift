import JSON
import Synchronization

extension CommandSpec {
  static let save: CommandSpec = CommandSpec(
    name: "save",
    summary: "Keep the settings as a profile",
    details: """
      Writes a file of 'config KEY VALUE' lines. In one that is there only the lines of settings that changed are written anew; \
      comments and the rest stay.
      """,
    examples: ["save", "save staging"],
    parameters: [
      ParameterSpec("name", .text, "Name of the profile; the current one when left out", completion: .profiles)
    ],
    resultSchema: Schema.object(["path": Schema.text]),
    failures: [.config, .storage],
    isMCP: false,
    body: .inTurn { arguments, context async throws(Failure) in
      let workspace = context.workspace
      let name = arguments.text("name") ?? context.profile.name
      try ProfileName.check(name)
      guard let folder = workspace.places.profiles else { throw Workspace.noHome }
      let path = "\(folder)/\(name)"
      let kept = context.profile.settings.worthKeeping
      let file = try workspace.profileFile(name) ?? ProfileFile()
      let other = try workspace.profileFile(context.profile.name)
      // What the profile at hand takes from the environment is not written out in plain.
      let hidden = kept.members.filter { member in
        other?.secretKeys.contains(member.name) == true && other?.values[member.name] == member.value
          && file.values[member.name] != member.value
      }
      let bytes = file.bytes(with: JSON.Object(kept.members.filter { member in !hidden.contains(member) }))
      try await Blocking.run { () -> Result<Void, Failure> in
        do throws(Files.Problem) {
          try Files.write(bytes, to: path)
          return .success(())
        } catch {
          return .failure(error.failure)
        }
      }
      if let profile = workspace.state.withLock({ $0.profiles[name] }) {
        profile.state.withLock { $0.settings.profile = kept }
      }
      var output = Output(["path": .string(path)], .path)
      if kept.isEmpty {
        output.warnings = [
          "There is nothing to keep: no setting differs from its default, and those of the sandbox end with it."
        ]
      }
      if !hidden.isEmpty {
        let names = hidden.map(\.name).joined(separator: ", ")
        output.warnings = ["Not written, since the environment gives it: \(names). Copy the line from the other file."]
      }
      return output
    })
}

extension Workspace {
  static let noHome = Failure(
    .storage, "There is no place for profiles: neither XDG_CONFIG_HOME nor HOME is set.", data: ["path": .null])
}
