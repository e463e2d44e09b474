import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let forget: CommandSpec = CommandSpec(
    name: "forget",
    summary: "Delete a profile and what is kept for it",
    details:
      "Deletes the file of its settings and its kept session and tokens. The server is not told: 'logout' does that. The path is that of the deleted file, null where the profile was in no file. Without a name a person is asked first.",
    examples: ["forget staging"],
    parameters: [
      ParameterSpec("name", .text, "Name of the profile; the current one when left out", completion: .profiles)
    ],
    resultSchema: Schema.object(["path": Schema.optionalText]),
    failures: [.config, .storage],
    effect: .ends,
    staysHere: true,
    body: .inTurn { arguments, context async throws(Failure) in
      let workspace = context.workspace
      let name = arguments.text("name") ?? context.profile.name
      try ProfileName.check(name)
      guard let folder = workspace.places.profiles else { throw Workspace.noHome }
      if arguments.text("name") == nil { try await context.confirmForgetting(name) }
      let wasInKeyring = try await workspace.forgetInKeyring(name)
      let kept = try? FileStorage.path(of: name, in: workspace.places)
      let paths = ["\(folder)/\(name)", kept].compactMap { $0 }
      let deleted = try await Blocking.onFiles { () throws(Files.Problem) in
        var deleted: [String] = []
        for path in paths where try Files.delete(path) { deleted.append(path) }
        if let kept { _ = try Files.delete(FileStorage.journal(of: kept)) }
        return deleted
      }
      let wasInMemory = workspace.forgetInMemory(name)
      guard wasInKeyring || wasInMemory || !deleted.isEmpty else {
        guard workspace.state.withLock({ $0.profiles[name] }) != nil else {
          throw try await Blocking.run { () throws(Failure) in workspace.unknownProfile(name) }
        }
        throw Failure(
          .config, "Nothing is kept for the profile \"\(ServerText.line(name))\".",
          hint: "'profiles' lists the profiles.",
          data: ["key": "profile", "candidates": []])
      }
      return Output(["path": CallbackJSON.optional(deleted.first)], .path)
    })
}

extension CommandContext {
  /// Asks a person who has not named the profile.
  fileprivate func confirmForgetting(_ name: String) async throws(Failure) {
    guard workspace.rights.face == .terminal, let ask = workspace.world.ask else { return }
    let answer = try await ask(
      .yesNo("Delete the profile \"\(ServerText.line(name))\" and what is kept for it", preset: "no"))
    guard answer == "yes" else {
      throw Failure(.cancelled, "Nothing was deleted.")
    }
  }
}

extension Workspace {
  /// Deletes what the keyring has for a profile that keeps its state there, before the settings that say so are gone. False
  /// where it had nothing.
  fileprivate func forgetInKeyring(_ name: String) async throws(Failure) -> Bool {
    var settings = state.withLock { $0.profiles[name]?.settings }
    if settings == nil {
      // Settings that cannot be read say nothing of a keyring, and are to go all the same.
      settings = try? await Blocking.run { () throws(Failure) in try self.settings(ofProfile: name) }
    }
    guard settings?.text("store") == "keyring" else { return false }
    let storage = try keyringStorage(of: name)
    // What cannot be read is there, and goes too.
    var wasThere = true
    do throws(StorageError) { wasThere = try await storage.load() != nil } catch {}
    do throws(StorageError) {
      try await storage.delete()
      return wasThere
    } catch {
      throw Failure(error)
    }
  }

  /// Takes a profile out of memory; the current one starts anew, without what its file said. False where that changes nothing.
  fileprivate func forgetInMemory(_ name: String) -> Bool {
    let (profile, isCurrent) = state.withLock { state in
      let profile = state.profiles[name]
      if state.current != name { state.profiles[name] = nil }
      return (profile, state.current == name)
    }
    guard isCurrent, let profile else { return profile != nil }
    return profile.state.withLock { state in
      defer { state.settings.replaceProfile(with: JSON.Object(), link: JSON.Object()) }
      guard state.engine != nil || state.last != nil else { return false }
      state.engine = nil
      state.memory = nil
      state.open = nil
      state.last = nil
      return true
    }
  }
}
