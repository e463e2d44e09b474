import JSON
import JourneyCommands
import JourneyEngine

/// Files that may be damaged.
enum FuzzStore {
  /// A kept state that is read can be written and read again.
  static func run(_ bytes: [UInt8]) {
    profile(bytes)
    guard let json = try? JSON(parsing: bytes) else { return }
    if let document = KeptDocument(json: json) {
      require(KeptDocument(json: document.json) == document, "a document that cannot be read again")
    }
    guard let state = KeptState(json: json) else { return }
    require(KeptState(json: state.json) != nil, "a state that cannot be read again")
  }

  /// A profile is read, or refused with words.
  private static func profile(_ bytes: [UInt8]) {
    guard FuzzFile.write(bytes, to: FuzzFile.root + "/journey/profiles/fuzz") else { return }
    let options = LaunchOptions(options: ["profile": "fuzz"])
    let world = World(environment: ["XDG_CONFIG_HOME": FuzzFile.root, "HOME": FuzzFile.root])
    do throws(Failure) {
      _ = try Workspace(options: options, world: world, rights: .rpc)
    } catch {
      require(!error.message.isEmpty, "a failure without words")
    }
  }
}
