/// A journey (tree) that can be run, made from an export.
final class Journey: Sendable {
  /// The static ids of every AM version (journey-nodes 2.3).
  static let successID = "70e691a5-1e33-4ac3-a356-e7b6d60d92e0"
  static let failureID = "e301438c-0bd0-429c-ab0c-66126501069a"

  let name: String
  /// The export that it came from; nil for one that the sandbox made.
  let file: String?
  let entry: String
  let nodes: [String: JourneyNode]
  let isEnabled: Bool
  let innerTreeOnly: Bool
  let mustRun: Bool
  let noSession: Bool
  let transactionalOnly: Bool
  let identityResource: String?
  /// Minutes for all steps of the journey; nil for the realm's time.
  let timeoutMinutes: Int?
  let maximumSessionMinutes: Int?
  let maximumIdleMinutes: Int?
  /// Mail templates by their names, as the export has them.
  let templates: [String: MailTemplate]
  /// The social providers that came with the export.
  let providers: [SocialProvider]

  init(
    name: String, file: String? = nil, entry: String, nodes: [String: JourneyNode], flags: JourneyFlags,
    templates: [String: MailTemplate], providers: [SocialProvider]
  ) {
    self.name = name
    self.file = file
    self.entry = entry
    self.nodes = nodes
    isEnabled = flags.isEnabled
    innerTreeOnly = flags.innerTreeOnly
    mustRun = flags.mustRun
    noSession = flags.noSession
    transactionalOnly = flags.transactionalOnly
    identityResource = flags.identityResource
    timeoutMinutes = flags.timeoutMinutes
    maximumSessionMinutes = flags.maximumSessionMinutes
    maximumIdleMinutes = flags.maximumIdleMinutes
    self.templates = templates
    self.providers = providers
  }

  /// Whether a request may start it by its name.
  var canBeStarted: Bool { isEnabled && !innerTreeOnly && !transactionalOnly }

  /// True for the success node, false for the failure node, nil for every other.
  func ends(at nodeID: String) -> Bool? {
    switch nodeID {
    case Journey.successID: true
    case Journey.failureID: false
    default: nil
    }
  }
}

/// A node of a journey: its place in the graph and what it does.
final class JourneyNode: Sendable {
  let id: String
  /// The type as the export names it.
  let type: String
  let displayName: String
  /// From outcomes to node ids.
  let connections: [String: String]
  let behaviour: any Node

  init(id: String, type: String, displayName: String, connections: [String: String], behaviour: any Node) {
    self.id = id
    self.type = type
    self.displayName = displayName
    self.connections = connections
    self.behaviour = behaviour
  }
}

/// The settings of a tree (journey-nodes 2.3).
struct JourneyFlags: Sendable {
  var isEnabled = true
  var innerTreeOnly = false
  var mustRun = false
  var noSession = false
  var transactionalOnly = false
  var identityResource: String?
  var timeoutMinutes: Int?
  var maximumSessionMinutes: Int?
  var maximumIdleMinutes: Int?
}

/// The journeys of a realm, by name. Names are case-sensitive (journey-nodes 3.1).
struct JourneySet: Sendable {
  private var byName: [[UInt8]: Journey] = [:]
  /// What runs when a request names no journey.
  var defaultName = "Login"

  mutating func add(_ journey: Journey) {
    byName[Array(journey.name.utf8)] = journey
  }

  func journey(_ name: String) -> Journey? { byName[Array(name.utf8)] }

  /// A name as the journey has it, where the case of letters does not matter.
  func spelling(of name: String) -> String {
    guard journey(name) == nil else { return name }
    return names.first { $0.lowercased() == name.lowercased() } ?? name
  }

  var names: [String] { byName.values.map(\.name).sorted() }
}
