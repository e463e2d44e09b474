/// Policy advice as `authIndexType=composite_advice` carries it (am-protocol 9.2).
struct Advice: Sendable, Equatable {
  /// Names of attributes and their values, in order.
  var pairs: [(name: String, value: String)] = []

  static func == (left: Advice, right: Advice) -> Bool {
    left.pairs.map(\.name) == right.pairs.map(\.name) && left.pairs.map(\.value) == right.pairs.map(\.value)
  }

  /// Reads `<Advices><AttributeValuePair><Attribute name="…"/><Value>…</Value></AttributeValuePair></Advices>`; white space, single
  /// quotes and a declaration do no harm.
  init(xml: String) {
    var rest = Substring(xml)
    while let pair = Advice.element("AttributeValuePair", in: &rest) {
      guard let attribute = pair.firstRange(of: "<Attribute"),
        let close = pair[attribute.upperBound...].firstIndex(of: ">"),
        let name = Advice.name(pair[attribute.upperBound..<close])
      else { continue }
      var inner = pair[close...]
      while let value = Advice.element("Value", in: &inner) {
        pairs.append((name, Advice.unescaped(trimmed(value))))
      }
    }
  }

  /// The journeys of the realm that satisfy it, by name; more than one where the user may choose (am-protocol 1.3).
  ///
  /// - Parameter isOpen: whether somebody has still to approve a transaction.
  func journeys(in realm: Realm, isOpen: (String) -> Bool) throws(AMError) -> [String] {
    var names: [String] = []
    for pair in pairs {
      switch pair.name {
      case "AuthenticateToServiceConditionAdvice", "AuthenticateToTreeConditionAdvice":
        if let name = Advice.name(pair.value, in: realm) { names.append(name) }
      case "AuthLevelConditionAdvice": names += try Advice.journeys(reaching: pair.value, in: realm)
      case "TransactionConditionAdvice" where !isOpen(pair.value): continue
      case "AuthenticateToRealmConditionAdvice", "TransactionConditionAdvice": names.append(realm.journeys.defaultName)
      default: continue
      }
    }
    var seen: Set<String> = []
    return names.filter { name in
      guard let journey = realm.journeys.journey(name), journey.isEnabled, !journey.innerTreeOnly else { return false }
      return seen.insert(name).inserted
    }
  }

  /// The journey of a value such as `/alpha:Name`; nil where it is of another realm (am-protocol 9.2).
  private static func name(_ value: String, in realm: Realm) -> String? {
    let (path, name) = split(value)
    return path == nil || path == realm.path ? name : nil
  }

  /// `/alpha:Name` and `Name`.
  private static func split(_ value: String) -> (realm: String?, name: String) {
    guard value.hasPrefix("/"), let colon = value.firstIndex(of: ":") else { return (nil, value) }
    return (String(value[..<colon]), String(value[value.index(after: colon)...]))
  }

  private static let ofJourneys: Set<String> = [
    "AuthenticateToServiceConditionAdvice", "AuthenticateToTreeConditionAdvice",
  ]

  /// The realm of the first journey that it names with one.
  var realm: String? {
    pairs.lazy.filter { Advice.ofJourneys.contains($0.name) }.compactMap { Advice.split($0.value).realm }.first
  }

  /// Whether a session of the journey that it names is all that it wants.
  var wantsJourneysAlone: Bool { pairs.allSatisfy { Advice.ofJourneys.contains($0.name) } }

  /// The transactions that are to be approved.
  var transactions: [String] { pairs.filter { $0.name == "TransactionConditionAdvice" }.map(\.value) }

  /// The authentication level that it asks for, if it does.
  var level: Int? {
    pairs.first { $0.name == "AuthLevelConditionAdvice" }.flatMap { Int($0.value.split(separator: ":").last ?? "") }
  }

  /// The journeys that can end with that authentication level, by name.
  static func journeys(reaching level: String, in realm: Realm) throws(AMError) -> [String] {
    guard let level = Int(level) else { throw AMError(400, "Invalid Auth Level.") }
    return realm.journeys.names.filter { name in
      guard let journey = realm.journeys.journey(name), journey.canBeStarted else { return false }
      return journey.highestLevel(in: realm.journeys) >= level
    }
  }

  /// The content of the next element of a name; `rest` goes on behind it.
  private static func element(_ name: String, in rest: inout Substring) -> Substring? {
    guard let open = rest.firstRange(of: "<" + name + ">"),
      let close = rest[open.upperBound...].firstRange(of: "</" + name + ">")
    else { return nil }
    let content = rest[open.upperBound..<close.lowerBound]
    rest = rest[close.upperBound...]
    return content
  }

  private static func name(_ attributes: Substring) -> String? {
    guard let start = attributes.firstRange(of: "name=") else { return nil }
    guard let quote = attributes[start.upperBound...].first, quote == "\"" || quote == "'" else { return nil }
    let value = attributes[start.upperBound...].dropFirst()
    return value.firstIndex(of: quote).map { unescaped(String(value[..<$0])) }
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (entity, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
      text = text.replacing(entity, with: plain)
    }
    return text
  }
}
