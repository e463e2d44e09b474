import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let profiles: CommandSpec = CommandSpec(
    name: "profiles",
    summary: "List the profiles",
    examples: ["profiles"],
    resultSchema: Schema.array(
      of: Schema.object([
        "name": Schema.text, "server": Schema.optionalText, "realm": Schema.text, "loggedIn": Schema.boolean,
      ])),
    failures: [.storage],
    effect: .reads,
    usesProfile: false,
    staysHere: true,
    body: .inTurn { _, context async throws(Failure) in
      var output = Output(.array([]), .profiles)
      var rows: [JSON] = []
      let workspace = context.workspace
      for name in try await Blocking.run({ () throws(Failure) in workspace.profileNames }) {
        let (row, problem) = await workspace.row(ofProfile: name)
        rows.append(row)
        if let problem { output.warnings.append(problem) }
      }
      output.value = .array(rows)
      output.profile = context.profile.name
      return output
    })
}

extension Workspace {
  /// One profile as `profiles` lists it. A file that cannot be read is listed without its settings, and with what is wrong.
  fileprivate func row(ofProfile name: String) async -> (row: JSON, problem: String?) {
    let profile = state.withLock { $0.profiles[name] }
    var settings = profile?.settings ?? Settings()
    var problem: String?
    if profile == nil {
      do throws(Failure) {
        settings = try await Blocking.run { () throws(Failure) in try self.settings(ofProfile: name) }
      } catch {
        problem = error.message
      }
    }
    let row: JSON = [
      "name": .string(name), "server": CallbackJSON.optional(settings.text("server")),
      "realm": .string(Realm(settings.text("realm") ?? "").path),
      "loggedIn": .bool(await isLoggedIn(name, profile, settings)),
    ]
    return (row, problem)
  }

  private func isLoggedIn(_ name: String, _ profile: Profile?, _ settings: Settings) async -> Bool {
    if let agent = profile?.state.withLock({ $0.engine })?.journey.agent, await agent.sessionToken != nil {
      return true
    }
    let document: JSON?
    switch settings.text("store") {
    case "file":
      guard let path = try? FileStorage.path(of: name, in: places) else { return false }
      let bytes = (try? await Blocking.onFiles { () throws(Files.Problem) in try Files.read(path) }) ?? nil
      document = bytes.flatMap { try? JSON(parsing: $0) }
    case "keyring":
      // A keyring that cannot be read is no reason to list nothing, nor to ask for its password.
      document = (try? await keyringStorage(of: name, mayAsk: false).load()) ?? nil
    default: return false
    }
    return settings.server.flatMap { KeptDocument(json: document)?[$0] }?["session"] != nil
  }
}
