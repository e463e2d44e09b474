import JSON
import JourneyEngine
import Synchronization

/// Which profiles there are, and where their settings come from.
extension Workspace {
  /// The profile of that name, in memory or from its file.
  func profile(named name: String) throws(Failure) -> Profile {
    if let profile = state.withLock({ $0.profiles[name] }) { return profile }
    let profile = Profile(name: name, settings: try settings(ofProfile: name))
    tellOfLink(profile.settings)
    return state.withLock { state in
      if let other = state.profiles[name] { return other }
      state.profiles[name] = profile
      return profile
    }
  }

  /// Takes the profiles that have a file into memory. One that cannot be read says so when it is used.
  func loadProfiles() {
    for name in profileNames { _ = try? profile(named: name) }
  }

  /// The settings of a profile that is not in memory yet.
  func settings(ofProfile name: String) throws(Failure) -> Settings {
    try ProfileName.check(name)
    guard let file = try profileFile(name) else {
      guard name == Self.defaultProfile else { throw unknownProfile(name) }
      return settings(with: ProfileFile())
    }
    return settings(with: file)
  }

  private func settings(with file: ProfileFile) -> Settings {
    var settings = Settings()
    settings.links = options.links
    settings.options = options.options
    settings.environment = options.environment
    settings.sandbox = state.withLock { $0.sandbox } ?? JSON.Object()
    settings.replaceProfile(with: file.values, link: file.link)
    return settings
  }

  /// Says what a link names that the options, the environment or the profile have as the server.
  func tellOfLink(_ settings: Settings) {
    // The local server, which is not there yet, outdoes the others.
    guard !usesSandbox, let notice = settings.linkNotice else { return }
    tellOnce(notice)
  }

  /// The file of a profile; nil where there is none.
  func profileFile(_ name: String) throws(Failure) -> ProfileFile? {
    guard let folder = places.profiles else { return nil }
    let path = "\(folder)/\(name)"
    let bytes: [UInt8]?
    do throws(Files.Problem) {
      bytes = try Files.read(path)
    } catch {
      throw error.failure
    }
    guard let bytes else { return nil }
    let file = try ProfileFile(bytes, path: path, world: world)
    for secret in file.secrets { secrets.register(secret) }
    return file
  }

  /// The names of all profiles, in memory or in a file, sorted.
  package var profileNames: [String] {
    let inMemory = state.withLock { Set($0.profiles.keys) }
    let inFiles = places.profiles.map(Files.names) ?? []
    return inMemory.union(inFiles.filter { !$0.utf8.contains(UInt8(ascii: "\n")) }).sorted()
  }

  func unknownProfile(_ name: String) -> Failure {
    let near = Text.near(name, among: profileNames)
    let making = rights.face == .mcp ? "'profile' with \"new\": true" : "'profile NAME --new'"
    return Failure(
      .config, "There is no profile \"\(ServerText.line(name))\".",
      hint: near.isEmpty
        ? "'profiles' lists them; \(making) makes one." : "Did you mean \(near.joined(separator: " or "))?",
      data: ["key": "profile", "candidates": .array(near.map(JSON.string))])
  }

  /// Makes a profile in memory with the settings of another and no session.
  func makeProfile(_ name: String, like other: Profile) throws(Failure) -> Profile {
    try ProfileName.check(name)
    let isInFile = try profileFile(name) != nil
    let profile = Profile(name: name, settings: other.settings)
    let isNew = state.withLock { state in
      guard !isInFile, state.profiles[name] == nil else { return false }
      state.profiles[name] = profile
      return true
    }
    guard isNew else {
      throw Failure(
        .config, "There is a profile \"\(ServerText.line(name))\" already.", hint: "'profile NAME' switches to it.",
        data: ["key": "profile", "candidates": []])
    }
    return profile
  }
}
