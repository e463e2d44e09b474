import JSON

/// The members that a result has, by the names that paths use, from its schema: for help and manual.
enum ResultFields {
  /// One form of a result. The label tells forms apart; empty where there is but one.
  struct Row: Equatable {
    var label: String
    var names: [String]
  }

  static func rows(of schema: JSON) -> [Row] {
    if let schema = ResultSchemas.named(by: schema) { return rows(of: schema) }
    if let forms = (schema["oneOf"] ?? schema["anyOf"])?.array { return forms.flatMap(rows) }
    let label = schema["properties"]?["kind"]?["const"]?.string ?? ""
    let names = names(in: schema)
    if names.isEmpty { return [] }
    return [Row(label: label.isEmpty ? "" : "kind \(label)", names: names.filter { label.isEmpty || $0 != "kind" })]
  }

  /// The members; those of an object within as `session.realm`.
  private static func names(in schema: JSON) -> [String] {
    guard let members = schema["properties"]?.object?.members else { return [] }
    return members.flatMap { member in
      let inner = names(in: member.value)
      if !inner.isEmpty { return inner.map { "\(member.name).\($0)" } }
      return [member.value["type"] == "array" ? "\(member.name)[0]" : member.name]
    }
  }
}
