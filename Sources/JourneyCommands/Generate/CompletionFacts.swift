import JSON

/// What completion in a shell knows beside the tables: local reads only, each made when it is needed.
package struct CompletionFacts: Sendable {
  package var profiles: @Sendable () -> [String]
  /// Names of journeys; the argument says whether the local server inside the program is used.
  package var journeys: @Sendable (Bool) -> [String]
  /// Names of environment variables.
  package var environment: @Sendable () -> [String]

  package init(
    profiles: @escaping @Sendable () -> [String] = { [] },
    journeys: @escaping @Sendable (Bool) -> [String] = { _ in [] },
    environment: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.profiles = profiles
    self.journeys = journeys
    self.environment = environment
  }

  /// The facts of this machine: profile files, the journeys that they name and those of the local server, the environment.
  package static func local(
    environment: [String: String], sandboxJourneys: @escaping @Sendable () -> [String]
  ) -> CompletionFacts {
    let folder = Places(environment: environment).profiles
    let sandboxText = environment["JOURNEY_SANDBOX"]?.lowercased() ?? ""
    let usesSandbox = ["1", "true", "yes"].contains(sandboxText)
    return CompletionFacts(
      profiles: { Set((folder.map(Files.names) ?? []) + [Workspace.defaultProfile]).sorted() },
      journeys: { sandbox in
        var names = Set(folder.map { journeys(inProfilesOf: $0, environment: environment) } ?? [])
        if let name = environment["JOURNEY_JOURNEY"], !name.isEmpty { names.insert(name) }
        if sandbox || usesSandbox { names.formUnion(sandboxJourneys()) }
        return names.sorted()
      },
      environment: { environment.keys.sorted() })
  }

  private static func journeys(inProfilesOf folder: String, environment: [String: String]) -> [String] {
    Files.names(in: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      guard let bytes = try? Files.read(path),
        let file = try? ProfileFile(bytes, path: path, world: World(environment: environment))
      else { return nil }
      return file.values["journey"]?.string
    }
  }
}
