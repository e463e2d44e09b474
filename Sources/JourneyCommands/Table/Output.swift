package import JSON

/// What a command gives back. Text and JSON are two renderings of it.
package struct Output: Sendable, Equatable {
  /// What the value is, for those who render it as text.
  package enum Kind: Sendable, Equatable {
    case node, callback, session, tokens, userinfo, introspection, decoded, revoked, logout, devices, call
    case profile, profiles, config, name, path, matched, trace, text, help, nothing, quit
  }

  /// The result as CONTRACT.md 3 and 4 have it; nil for commands without a result.
  package var value: JSON?
  package var kind: Kind
  /// The exit status with which a script or a single command stops here: 1 after an error node, 3 after a failure node.
  package var stops: Int32?
  /// Why it stops, where the value does not say that by itself.
  package var reason: Failure?
  /// Lines for a person: what went well but is worth knowing.
  package var warnings: [String]
  /// What is shown on demand alone was asked for: the text has an enrolment URI in it.
  package var reveals = false
  /// Enrolment URIs that the step before had already: nobody needs to see their codes again.
  package var shownURIs: Set<String> = []
  /// The profile that a node belongs to, or that is the current one among several; nil for other results.
  package var profile: String?
  /// Settings that the server inside the program brought, which JSON counts among the options.
  package var sandboxKeys: Set<String> = []

  package init(_ value: JSON?, _ kind: Kind, stops: Int32? = nil, warnings: [String] = []) {
    self.value = value
    self.kind = kind
    self.stops = stops
    self.warnings = warnings
  }

  package static let nothing = Output(nil, .nothing)

  /// All that is to be said beside the value, for those who have one kind of line for it.
  package var remarks: [String] {
    warnings + (reason.map { [$0.message, $0.hint].compactMap { $0 }.joined(separator: " ") }.map { [$0] } ?? [])
  }

  /// Whether the value holds texts of the server, in which it may repeat what it was sent, or of a person: no secret that is
  /// known comes out of them unless it was asked for. A step and a success are shown as they came (CONTRACT.md 4).
  var mayRepeatSecrets: Bool {
    switch kind {
    case .node: ["error", "failure"].contains(value?["kind"]?.string)
    case .userinfo, .introspection, .decoded, .logout, .devices, .call, .text: true
    case .callback, .session, .tokens, .revoked, .profile, .profiles, .config, .name, .path, .matched, .trace, .help,
      .nothing,
      .quit:
      false
    }
  }
}
