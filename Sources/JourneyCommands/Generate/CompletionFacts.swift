package import JSON
import JourneyEngine

/// What completion in a shell knows beside the tables: local reads only, each made when it is needed.
package struct CompletionFacts: Sendable {
  package var profiles: @Sendable () -> [String]
  /// Names of journeys; the argument says whether the local server inside the program is used.
  package var journeys: @Sendable (Bool) -> [String]
  /// Names of environment variables.
  package var environment: @Sendable () -> [String]
  /// Names of variables of our own shell.
  package var variables: @Sendable () -> [String]
  /// The step at hand, as a node; the argument has the settings that stand before the command, by key.
  package var step: @Sendable ([String: String]) -> JSON?
  /// The last result, of our own shell.
  package var result: @Sendable () -> JSON?
  /// The switches of the sandbox, with what they do.
  package var switches: @Sendable () -> [(String, String)]

  package init(
    profiles: @escaping @Sendable () -> [String] = { [] },
    journeys: @escaping @Sendable (Bool) -> [String] = { _ in [] },
    environment: @escaping @Sendable () -> [String] = { [] }, variables: @escaping @Sendable () -> [String] = { [] },
    step: @escaping @Sendable ([String: String]) -> JSON? = { _ in nil },
    result: @escaping @Sendable () -> JSON? = { nil },
    switches: @escaping @Sendable () -> [(String, String)] = { [] }
  ) {
    self.profiles = profiles
    self.journeys = journeys
    self.environment = environment
    self.variables = variables
    self.step = step
    self.result = result
    self.switches = switches
  }

  /// The facts of this machine: profile files, the journeys that they name, those of the local server and those that were typed
  /// before, the environment, the step that is kept in a file.
  package static func local(
    environment: [String: String], sandboxJourneys: @escaping @Sendable () -> [String],
    typedJourneys: @escaping @Sendable () -> [String]
  ) -> CompletionFacts {
    let places = Places(environment: environment)
    let folder = places.profiles
    let sandboxText = environment["JOURNEY_SANDBOX"]?.lowercased() ?? ""
    let usesSandbox = ["1", "true", "yes"].contains(sandboxText)
    return CompletionFacts(
      profiles: { Set((folder.map(Files.names) ?? []) + [Workspace.defaultProfile]).sorted() },
      journeys: { sandbox in
        var names = Set(folder.map { journeys(inProfilesOf: $0, environment: environment) } ?? [])
        names.formUnion(typedJourneys())
        if let name = environment["JOURNEY_JOURNEY"], !name.isEmpty { names.insert(name) }
        if sandbox || usesSandbox { names.formUnion(sandboxJourneys()) }
        return names.sorted()
      },
      environment: { environment.keys.sorted() },
      step: { keptStep($0, places: places, environment: environment) })
  }

  /// The step of an earlier process, read from its file without touching it; nil where nothing is kept in a file.
  private static func keptStep(
    _ settings: [String: String], places: Places, environment: [String: String]
  ) -> JSON? {
    let name = settings["profile"] ?? environment["JOURNEY_PROFILE"] ?? Workspace.defaultProfile
    guard (try? ProfileName.check(name)) != nil, let path = try? FileStorage.path(of: name, in: places) else {
      return nil
    }
    let file = places.profiles.flatMap { profile(at: "\($0)/\(name)", environment: environment) }
    func value(_ key: String, _ variable: String) -> String? {
      settings[key] ?? environment[variable] ?? file?.values[key]?.string
    }
    guard value("store", "JOURNEY_STORE") == "file",
      let server = value("server", "JOURNEY_SERVER").flatMap({ try? ServerAddress.base($0) }),
      let bytes = try? Files.read(path), let kept = try? JSON(parsing: bytes),
      let document = KeptDocument(json: kept)?[server]?["journey"]?["document"]
    else { return nil }
    let callbacks = Step(document).callbacks.map { CallbackJSON.value($0, secrets: []) }
    return ["kind": "continue", "callbacks": .array(callbacks)]
  }

  private static func profile(at path: String, environment: [String: String]) -> ProfileFile? {
    guard let bytes = try? Files.read(path) else { return nil }
    return try? ProfileFile(bytes, path: path, world: World(environment: environment))
  }

  private static func journeys(inProfilesOf folder: String, environment: [String: String]) -> [String] {
    Files.names(in: folder).compactMap { name in
      let file = profile(at: "\(folder)/\(name)", environment: environment)
      return (file?.values["journey"] ?? file?.link["journey"])?.string
    }
  }
}
