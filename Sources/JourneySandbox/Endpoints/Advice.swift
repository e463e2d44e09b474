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
  func journeys(in realm: Realm) throws(AMError) -> [String] {
    var names: [String] = []
    for pair in pairs {
      switch pair.name {
      case "AuthenticateToServiceConditionAdvice", "AuthenticateToTreeConditionAdvice":
        names.append(pair.value.split(separator: ":", maxSplits: 1).last.map(String.init) ?? pair.value)
      case "AuthLevelConditionAdvice": names += try Advice.journeys(reaching: pair.value, in: realm)
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

extension Journey {
  /// The authentication level that a session of it has at most, were all of its nodes passed that add to it, those of inner trees included.
  func highestLevel(in journeys: JourneySet, depth: Int = 0) -> Int {
    nodes.values.reduce(0) { level, node in
      if let node = node.behaviour as? ModifyAuthLevelNode { return level + max(node.increment, 0) }
      guard depth < 8, let inner = (node.behaviour as? InnerTreeEvaluatorNode).flatMap({ journeys.journey($0.journey) })
      else {
        return level
      }
      return level + inner.highestLevel(in: journeys, depth: depth + 1)
    }
  }
}
