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
    body: .inTurn { _, context async throws(Failure) in
      var rows: [JSON] = []
      for name in context.workspace.profileNames { rows.append(await context.workspace.row(ofProfile: name)) }
      return Output(.array(rows), .profiles)
    })
}

extension Workspace {
  /// One profile as `profiles` lists it. A file that cannot be read is listed without its settings.
  fileprivate func row(ofProfile name: String) async -> JSON {
    let profile = state.withLock { $0.profiles[name] }
    let settings = profile?.settings ?? (try? self.settings(ofProfile: name)) ?? Settings()
    return [
      "name": .string(name), "server": CallbackJSON.optional(settings.text("server")),
      "realm": .string(Realm(settings.text("realm") ?? "").path),
      "loggedIn": .bool(await isLoggedIn(name, profile, settings)),
    ]
  }

  private func isLoggedIn(_ name: String, _ profile: Profile?, _ settings: Settings) async -> Bool {
    if let agent = profile?.state.withLock({ $0.engine })?.journey.agent, await agent.sessionToken != nil {
      return true
    }
    let document: JSON?
    switch settings.text("store") {
    case "file":
      let bytes = (try? FileStorage.path(of: name, in: places)).flatMap { try? Files.read($0) }
      document = bytes.flatMap { try? JSON(parsing: $0) }
    case "keyring":
      // A keyring that cannot be read is no reason to list nothing, nor to ask for its password.
      document = (try? await keyringStorage(of: name, mayAsk: false).load()) ?? nil
    default: return false
    }
    return settings.server.flatMap { KeptDocument(json: document)?[$0] }?["session"] != nil
  }
}
