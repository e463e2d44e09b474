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

  /// The journey of the realm that satisfies it.
  func journey(in realm: Realm, session: Session?) -> String? {
    for pair in pairs {
      switch pair.name {
      case "AuthenticateToServiceConditionAdvice", "AuthenticateToTreeConditionAdvice":
        let name = pair.value.split(separator: ":", maxSplits: 1).last.map(String.init) ?? pair.value
        if let journey = realm.journeys.journey(name), journey.isEnabled { return name }
      case "AuthenticateToRealmConditionAdvice", "AuthLevelConditionAdvice", "TransactionConditionAdvice":
        return realm.journeys.defaultName
      default: continue
      }
    }
    return nil
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
