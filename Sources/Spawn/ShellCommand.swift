internal import CSpawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A line for `/bin/sh`, run as a child in our process group: it may ask on the terminal as we may.
///
/// It begins with no signal blocked or ignored, and with no open descriptor of ours but the three that it is given.
package struct ShellCommand {
  package var line: String
  /// All that it finds in its environment.
  package var environment: [String: String]

  package init(_ line: String, environment: [String: String]) {
    self.line = line
    self.environment = environment
  }

  /// Why nothing was started: an `errno`.
  package struct Failure: Error, Equatable {
    package let number: Int32
  }

  /// - Parameters:
  ///   - input: nil: it reads nothing.
  ///   - errors: nil: our own error stream.
  /// - Returns: The process, to be waited for by the caller.
  package func start(input: Int32? = nil, output: Int32, errors: Int32? = nil) throws(Failure) -> Int32 {
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
    let closing = journey_spawn_close_others(&actions, &flags)
    guard closing == 0 else { throw Failure(number: closing) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags)

    var arguments = Self.copies(of: ["sh", "-c", line])
    var variables = Self.copies(of: environment.map { "\($0.key)=\($0.value)" })
    defer { for word in arguments + variables { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw Failure(number: status) }
    return child
  }

  /// Copies for C, with the nil that ends them; the caller frees them.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
}
