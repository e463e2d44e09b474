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
    staysHere: true,
    body: .inTurn { arguments, context async throws(Failure) in
      let workspace = context.workspace
      let name = arguments.text("name") ?? context.profile.name
      try ProfileName.check(name)
      guard let folder = workspace.places.profiles else { throw Workspace.noHome }
      let lock = try await FileLock.take("\(folder)/.lock")
      defer { lock.release() }
      return try await context.save(as: name, to: "\(folder)/\(name)")
    })
}

extension CommandContext {
  /// Writes the settings into the file of a profile. What another process has put there since it was read stays: into the
  /// profile's own file goes what was set here, into another one all that is in force.
  fileprivate func save(as name: String, to path: String) async throws(Failure) -> Output {
    let settings = profile.settings
    let (workspace, current) = (workspace, profile.name)
    // What the profile at hand takes from the environment is not written out in plain.
    let (found, own) = try await Blocking.run { () throws(Failure) in
      (try workspace.profileFile(name), try workspace.profileFile(current))
    }
    var file = found ?? ProfileFile()
    var kept = settings.worthKeeping
    if name == current {
      let here = settings.setHere
      kept = JSON.Object(
        kept.members.filter { here[$0.name] != nil || file.values[$0.name] == nil && file.link[$0.name] != $0.value })
    }
    let hidden = kept.members.filter { member in
      own?.secretKeys.contains(member.name) == true && own?.values[member.name] == member.value
        && file.values[member.name] != member.value
    }
    file.set(JSON.Object(kept.members.filter { !hidden.contains($0) }))
    let bytes = file.bytes
    try await Blocking.onFiles { () throws(Files.Problem) in
      Files.removeLeftovers(of: path)
      try Files.write(bytes, to: path)
    }
    if let saved = workspace.state.withLock({ $0.profiles[name] }) {
      var values = file.values
      for member in hidden { values[member.name] = member.value }
      saved.state.withLock { [values, link = file.link] in $0.settings.replaceProfile(with: values, link: link) }
    }
    var output = Output(["path": .string(path)], .path)
    if file.values.isEmpty {
      output.warnings = [
        "There is nothing to keep: no setting differs from its default, and those of the sandbox end with it."
      ]
    }
    if !hidden.isEmpty {
      let names = hidden.map(\.name).joined(separator: ", ")
      output.warnings = ["Not written, since the environment gives it: \(names). Copy the line from the other file."]
    }
    return output
  }
}

extension Workspace {
  static let noHome = Failure(
    .storage, "There is no place for profiles: neither XDG_CONFIG_HOME nor HOME is set.", data: ["path": .null])
}
