import JSON

/// All that a journey remembers between two requests (journey-nodes 5.4, 6). A value: each step keeps its own, so that an older step can
/// be answered again from where it stood.
struct JourneyState: Sendable {
  /// A running tree and the node that it stands at; an inner tree stands on top of the one that it is in.
  struct Frame: Sendable {
    let journey: Journey
    var nodeID: String
  }

  /// What a page remembers while it is shown: which child a callback id belongs to.
  struct Page: Sendable {
    var ownerOfID: [Int] = []
  }

  /// Where the level stands that the journey was called for (journey-nodes 5.1).
  static let targetLevelKey = "targetAuthLevel"

  var frames: [Frame]
  /// The journey that a menu was left for.
  var chosen: Journey?
  /// What nodes and scripts call shared state.
  var shared: JSON.Object
  /// Values that are never shown: passwords, codes, answers.
  var transient = JSON.Object()
  var page: Page?

  // What the request that started it asked for.
  var index: Index?
  var noSession = false
  var successTarget: String?
  var failureTarget: String?
  /// The live session that the journey upgrades.
  var sessionToUpgrade: String?
  /// How a chain was forced to run; nil where it was not (am-protocol 1.10).
  var forced: Forced?

  /// How a request named what it wanted; nil where it left that to the server.
  struct Index: Sendable {
    var type: String
    var value: String
  }

  enum Forced: Sendable {
    /// It keeps the token of the session that it ran for.
    case withSession
    /// It cannot end well.
    case withoutSession
  }

  /// The single actions that a good end approves.
  var transactions: [String] = []

  // What nodes have set for the end.
  var universalID: String?
  /// Whether a device or a recovery code has stood for the user.
  var hasProvedFactor = false
  var sessionProperties: [String: String] = [:]
  var maximumMinutes: Int?
  var idleMinutes: Int?
  var successDetails = JSON.Object()
  var failureDetails = JSON.Object()
  var failureMessage: String?
  var errorDetails = JSON.Object()
  var errorMessage: String?
  var cookies: [String] = []
  /// The user whose retry counts a success clears.
  var retryNodes: [String] = []

  /// When the journey's own session ends, in which all of its steps have to be answered.
  var deadline: Moment

  /// A fresh start of a journey (journey-nodes 5.1).
  init(starting journey: Journey, in realm: Realm, index: Index?, minutes: Int, at now: Moment) {
    frames = [Frame(journey: journey, nodeID: journey.entry)]
    shared = ["realm": .string(realm.path), "authLevel": 0]
    self.index = index
    noSession = journey.noSession
    deadline = now.adding(minutes: journey.timeoutMinutes ?? minutes)
  }

  /// The journey that was asked for, whatever trees run inside it.
  var journey: Journey? { chosen ?? frames.first?.journey }

  /// A value of any layer: transient values hide shared ones (journey-nodes 5.4).
  subscript(key: String) -> JSON? {
    transient[key] ?? shared[key]
  }

  /// The user's name; where no node has set it, what stands for it in the profile attributes.
  var username: String? { self["username"]?.string ?? objectAttributes["userName"]?.string }

  /// The profile attributes of both layers, merged.
  var objectAttributes: JSON.Object {
    (shared["objectAttributes"]?.object ?? JSON.Object()).merging(
      transient["objectAttributes"]?.object ?? JSON.Object())
  }

  mutating func setShared(attribute pointer: String, _ value: JSON?) {
    var attributes = shared["objectAttributes"]?.object ?? JSON.Object()
    attributes.set(value, at: pointer)
    shared["objectAttributes"] = .object(attributes)
  }

  mutating func setTransient(attribute pointer: String, _ value: JSON?) {
    var attributes = transient["objectAttributes"]?.object ?? JSON.Object()
    attributes.set(value, at: pointer)
    transient["objectAttributes"] = .object(attributes)
  }

  mutating func remove(_ key: String) {
    shared[key] = nil
    transient[key] = nil
  }

  /// The identity that a node means by its `identityAttribute`: the value in the profile attributes, else the user name (journey-nodes 7).
  func identity(_ attribute: String) -> String? {
    objectAttributes.value(at: attribute)?.string ?? username
  }
}
