/// What a sandbox is started with: the options of `journey sandbox` (CONTRACT.md 1). The sandbox itself reads no environment
/// and no other files than those that are named here.
package struct SandboxConfiguration: Sendable {
  /// The address to listen on. Anything but loopback is the caller's decision.
  package var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose a free one.
  package var port = 0
  /// Export files and folders of them; they add to the built-in journeys in both realms, and replace those of the same name.
  package var journeyFiles: [String] = []
  /// A JSON file `{"users":[{"username","password",…}]}`; `demo` stays unless it is in it.
  package var usersFile: String?
  /// A JSON file `{"clients":[{"clientId","redirectUris","scopes","method","secret"|"jwks","consent"}]}`.
  package var clientsFile: String?
  /// The origins that get CORS headers, each as `scheme://host[:port]`; none by default.
  package var allowedOrigins: [String] = []
  /// Attributes of the session cookie in place of `Path=/; HttpOnly`, for example `Path=/; HttpOnly; SameSite=None`.
  package var cookieAttributes: String?
  /// A JSON file `{"SWITCH": VALUE,…}`; `Sandbox.switches` names them.
  package var switchesFile: String?
  /// Switches as `NAME` or `NAME=VALUE`; they go before those of the file.
  package var switches: [String] = []
  /// What the control endpoints take; nil for a random one.
  package var controlToken: String?
  /// Whether the keys that tokens are signed with are made as soon as it listens, and not at first use: for who stays.
  package var makesKeysAhead = false
  /// Takes one line for each answered request (method, path, journey, status, time); secrets are masked in it.
  package var requestLog: (@Sendable (String) -> Void)?

  package init() {}
}
