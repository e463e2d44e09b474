/// Why a sandbox did not start: one line for a person, and the place in a file where there is one.
package struct SandboxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, without the place.
  package var message: String
  /// The file (export, users, clients) that holds the fault.
  package var file: String?
  /// The journey in it.
  package var journey: String?
  /// The node of that journey: its type and its id.
  package var node: String?
  /// Whether the port was taken by somebody else.
  package var isPortTaken = false

  package init(
    _ message: String, file: String? = nil, journey: String? = nil, node: String? = nil, isPortTaken: Bool = false
  ) {
    self.message = message
    self.file = file
    self.journey = journey
    self.node = node
    self.isPortTaken = isPortTaken
  }

  package var description: String {
    var place: [String] = []
    if let file { place.append(file) }
    if let journey { place.append("journey \(journey)") }
    if let node { place.append("node \(node)") }
    return (place.isEmpty ? message : place.joined(separator: ", ") + ": " + message).onOneLine()
  }
}
