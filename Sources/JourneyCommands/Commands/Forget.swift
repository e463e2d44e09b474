import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let forget: CommandSpec = CommandSpec(
    name: "forget",
    summary: "Delete a profile and what is kept for it",
    details:
      "Deletes the file of its settings and its kept session and tokens. The server is not told: 'logout' does that.",
    examples: ["forget staging"],
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
      try await workspace.forgetInKeyring(name)
      let kept = try? FileStorage.path(of: name, in: workspace.places)
      let deleted = try await Blocking.run { () -> Result<Bool, Failure> in
        do throws(Files.Problem) {
          let file = try Files.delete(path)
          let state = try kept.map { path throws(Files.Problem) in try Files.delete(path) } ?? false
          return .success(file || state)
        } catch {
          return .failure(error.failure)
        }
      }
      let known = workspace.state.withLock { $0.profiles[name] }
      guard deleted || known != nil else { throw workspace.unknownProfile(name) }
      workspace.forgetInMemory(name)
      return Output(["path": .string(path)], .path)
    })
}

extension Workspace {
  /// Deletes what the keyring has for a profile that keeps its state there, before the settings that say so are gone.
  fileprivate func forgetInKeyring(_ name: String) async throws(Failure) {
    let known = state.withLock { $0.profiles[name]?.settings }
    // Settings that cannot be read say nothing of a keyring, and are to go all the same.
    guard let settings = known ?? (try? settings(ofProfile: name)), settings.text("store") == "keyring" else { return }
    let storage = try keyringStorage(of: name)
    do throws(StorageError) {
      try await storage.delete()
    } catch {
      throw Failure(error)
    }
  }

  /// Takes a profile out of memory; the current one starts anew, without what its file said.
  fileprivate func forgetInMemory(_ name: String) {
    let profile = state.withLock { state in
      if state.current != name { state.profiles[name] = nil }
      return state.profiles[name]
    }
    profile?.state.withLock { state in
      state.settings.profile = JSON.Object()
      state.engine = nil
      state.memory = nil
      state.open = nil
      state.last = nil
    }
  }
}
