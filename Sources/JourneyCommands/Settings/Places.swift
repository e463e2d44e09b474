/// The folders of the program, by the XDG base directory rules: relative values count as not set.
package struct Places: Sendable, Equatable {
  /// `$XDG_CONFIG_HOME/journey`: `rc` and `profiles/`; nil where there is no home either.
  package let config: String?
  /// `$XDG_STATE_HOME/journey`: what is kept, and the history.
  package let state: String?

  /// The variables that name them.
  static let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]

  package init(environment: [String: String]) {
    func folder(_ variable: String, _ below: String) -> String? {
      if let path = environment[variable], path.utf8.first == UInt8(ascii: "/") {
        return Self.trimmed(path) + "/journey"
      }
      guard let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") else { return nil }
      return Self.trimmed(home) + below + "/journey"
    }
    config = folder("XDG_CONFIG_HOME", "/.config")
    state = folder("XDG_STATE_HOME", "/.local/state")
  }

  package var profiles: String? { config.map { $0 + "/profiles" } }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path == "/" ? "" : path
  }
}
