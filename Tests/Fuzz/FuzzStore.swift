import JSON
import JourneyCommands
import JourneyEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    guard let folder = Self.folder else { return }
    let path = folder + "/fuzz"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return }
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    let options = LaunchOptions(options: ["profile": "fuzz"])
    let world = World(environment: ["XDG_CONFIG_HOME": root, "HOME": root])
    do throws(Failure) {
      _ = try Workspace(options: options, world: world, rights: .rpc)
    } catch {
      require(!error.message.isEmpty, "a failure without words")
    }
  }

  private static let root = "/tmp/journey-fuzz-\(getpid())"
  private static let folder: String? = {
    for path in [root, root + "/journey", root + "/journey/profiles"] where mkdir(path, 0o700) != 0 && errno != EEXIST {
      return nil
    }
    return root + "/journey/profiles"
  }()
}
