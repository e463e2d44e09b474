#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A line for `/bin/sh`, run as a child in our process group: it may ask on the terminal as we may.
package struct ShellCommand {
  package var line: String
  /// All that it finds in its environment.
  package var environment: [String: String]

  package init(_ line: String, environment: [String: String]) {
    self.line = line
    self.environment = environment
  }

  /// - Parameters:
  ///   - input: nil: it reads nothing.
  ///   - errors: nil: our own error stream.
  /// - Returns: The process, to be waited for by the caller.
  package func start(input: Int32? = nil, output: Int32, errors: Int32? = nil) throws(SpawnFailure) -> Int32 {
    try Spawning.start("/bin/sh", ["sh", "-c", line], environment: environment) { actions in
      if let input {
        posix_spawn_file_actions_adddup2(&actions, input, 0)
      } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
    }
  }
}
