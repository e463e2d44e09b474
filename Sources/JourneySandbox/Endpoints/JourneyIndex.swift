import JSON

/// What a request wants to be authenticated with: `authIndexType` and `authIndexValue` (am-protocol 1.3).
enum JourneyIndex {
  /// Nothing was named.
  case standard
  case service(String)
  /// With the text that it came in.
  case advice(Advice, xml: String)
  case level(String)

  init(_ call: Call) throws(AMError) {
    guard let given = call.query["authIndexType"] else {
      self = .standard
      return
    }
    let value = call.query["authIndexValue"] ?? ""
    let isFork = call.services.settings.isFork
    let type = isFork ? given.lowercased() : given
    switch type {
    case "service": self = .service(value)
    case "composite_advice": self = .advice(Advice(xml: value), xml: value)
    case "level": self = .level(value)
    case "transaction" where isFork: throw AMError(400, "Unknown Authentication Index Type")
    case "resource", "transaction", "user", "role", "module", "module_instance": self = .service("")
    default: throw AMError(400, "Unknown Authentication Index Type")
    }
  }

  /// Where the journey is: the realm of the request, but in the fork the one that an advice names wins (am-protocol 9.2).
  func realm(_ call: Call) -> Realm {
    guard call.services.settings.isFork, case .advice(let advice, _) = self, let path = advice.realm else {
      return call.realm
    }
    return call.realms[path] ?? call.realm
  }

  /// What is started: a journey of the realm, or a menu of several.
  func journey(_ call: Call, in realm: Realm) throws(AMError) -> Journey {
    let journeys = realm.journeys
    let names: [String]
    var prefix = ""
    switch self {
    case .standard: names = [journeys.defaultName]
    case .service(let name):
      // Ping's Android client asks for `login` where it was told no name (am-protocol 11.5).
      let isDefault = name == "login" && journeys.journey(name) == nil
      names = [isDefault ? journeys.defaultName : call.services.settings.isFork ? journeys.spelling(of: name) : name]
    case .advice(let advice, _):
      names = try advice.journeys(
        in: realm, isOpen: { call.services.transactions.isOpen($0, in: realm.path, at: call.now) })
      prefix = realm.path + ":"
    case .level(let level): names = try Advice.journeys(reaching: level, in: realm)
    }
    guard names.count < 2 else { return AuthenticationMenu.journey(names, prefix: prefix) }
    guard let journey = names.first.flatMap({ journeys.journey($0) }), journey.canBeStarted || isAdvice else {
      throw .noConfiguration
    }
    return journey
  }

  private var isAdvice: Bool {
    if case .advice = self { return true }
    return false
  }

  /// Whether a session of the journey may still not be enough.
  var asksForMore: Bool {
    guard case .advice(let advice, _) = self else { return false }
    return !advice.wantsJourneysAlone
  }

  /// The single actions that are to be approved.
  var transactions: [String] {
    guard case .advice(let advice, _) = self else { return [] }
    return advice.transactions
  }

  /// The authentication level that is to be reached.
  var level: Int? {
    switch self {
    case .level(let level): Int(level)
    case .advice(let advice, _): advice.level
    case .standard, .service: nil
    }
  }

  /// What the `authId` says of it (am-protocol 2.2).
  var claims: JourneyState.Index? {
    switch self {
    case .standard: nil
    case .service(let name): .init(type: "service", value: name)
    case .advice(_, let xml): .init(type: "composite_advice", value: xml)
    case .level(let level): .init(type: "level", value: level)
    }
  }
}
