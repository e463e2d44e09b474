internal import CSpawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why nothing was started: an `errno`.
package struct SpawnFailure: Error, Equatable {
  package let number: Int32
}

/// The one way in which a program is started: it begins with no signal blocked or ignored, and with no open descriptor of ours but the
/// three that it is given.
enum Spawning {
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH`.
  ///   - setStreams: What the three descriptors are; they are ours without it.
  static func start(
    _ program: String, _ words: [String], environment: [String: String],
    setStreams: (inout posix_spawn_file_actions_t) -> Void = { _ in }
  ) throws(SpawnFailure) -> Int32 {
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    setStreams(&actions)
    let closing = journey_spawn_close_others(&actions, &flags)
    guard closing == 0 else { throw SpawnFailure(number: closing) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags)

    var arguments = copies(of: words)
    var variables = copies(of: environment.map { "\($0.key)=\($0.value)" })
    defer { for word in arguments + variables { free(word) } }
    var child = pid_t()
    let status = posix_spawnp(&child, program, &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw SpawnFailure(number: status) }
    return child
  }

  /// Copies for C, with the nil that ends them; the caller frees them.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
}
