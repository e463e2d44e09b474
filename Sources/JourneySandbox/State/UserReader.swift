import JSON

/// Reads one user of a users file.
enum UserReader {
  /// The members that say more than an attribute does.
  private static let names = ["username", "userName", "uid"]
  private static let others = [
    "password", "_id", "active", "accountStatus", "inetUserStatus", "mustChangePassword", "passwordExpired", "kbaInfo",
    "aliasList",
  ]
  /// Attributes that are one line of text, beside those of the schema. An array of one text is as good, since AM writes them so.
  private static let lines: Set<String> = ["cn", "displayName", "employeeNumber", "city", "country", "postalCode"]

  static func seed(_ user: DocumentValue) throws(DocumentFault) -> UserSeed {
    let members = try user.members()
    let name = try self.name(user)
    var seed = UserSeed(name: name, attributes: ["userName": .string(name)])
    seed.isActive = try isActive(user)
    for (member, value) in members where !names.contains(member) {
      switch member {
      case "password": seed.password = try password(value)
      case "_id": seed.id = try value.line()
      case "active", "accountStatus", "inetUserStatus": break
      case "mustChangePassword": seed.mustChangePassword = try value.flag()
      case "passwordExpired": seed.isPasswordExpired = try value.flag()
      case "kbaInfo":
        seed.securityAnswers = try value.elements().map { (answer) throws(DocumentFault) in try securityAnswer(answer) }
      case "aliasList": seed.aliases = try value.elements().map { (alias) throws(DocumentFault) in try alias.line() }
      default:
        if let meant = (names + others).first(where: { $0.lowercased() == member.lowercased() }) {
          throw value.fault("it is written \"\(meant)\"")
        }
        seed.attributes[member] = try attribute(value, member)
      }
    }
    return seed
  }

  private static func name(_ user: DocumentValue) throws(DocumentFault) -> String {
    guard let first = user["username"] ?? user["userName"] else { throw user.fault("it has no \"username\"") }
    let name = try first.line()
    guard name.first != " ", name.last != " " else { throw first.fault("a name begins and ends with no blank") }
    guard name.unicodeScalars.count <= 255 else { throw first.fault("a name has 255 characters at most") }
    for other in names {
      guard let value = user[other] else { continue }
      let text = try line(value)
      guard text == name else { throw value.fault("it is another name than \(first.place)") }
    }
    return name
  }

  private static func password(_ value: DocumentValue) throws(DocumentFault) -> String {
    let password = try value.text()
    guard !password.isEmpty else { throw value.fault("it is empty; a user without password has no such member") }
    return password
  }

  /// By `active`, or by the two members that AM and IDM have for it; they have to agree.
  private static func isActive(_ user: DocumentValue) throws(DocumentFault) -> Bool {
    var said: (isActive: Bool, place: String)?
    for name in ["active", "accountStatus", "inetUserStatus"] {
      guard let value = user[name] else { continue }
      let isActive: Bool
      if name == "active" {
        isActive = try value.flag()
      } else {
        let status = try line(value).lowercased()
        guard ["active", "inactive"].contains(status) else { throw value.fault("\"active\" or \"inactive\" is wanted") }
        isActive = status == "active"
      }
      if let said, said.isActive != isActive { throw value.fault("it says something else than \(said.place)") }
      said = (isActive, value.place)
    }
    return said?.isActive ?? true
  }

  /// `{"questionId"|"customQuestion","answer"}` (am-protocol 3.4).
  private static func securityAnswer(_ entry: DocumentValue) throws(DocumentFault) -> JSON {
    let known = ["questionId", "customQuestion", "answer"]
    for member in try entry.members(known) { _ = try member.value.line() }
    guard (entry["questionId"] == nil) != (entry["customQuestion"] == nil) else {
      throw entry.fault("either \"questionId\" or \"customQuestion\" is wanted")
    }
    _ = try entry.required("answer")
    return entry.json
  }

  // MARK: Attributes

  private static func attribute(_ value: DocumentValue, _ pointer: String) throws(DocumentFault) -> JSON {
    let schema = ProfileRules.standard.attributes
    guard schema[pointer] != nil || lines.contains(pointer) else {
      return try free(value, pointer, schema: schema)
    }
    return try single(value) { (one) throws(DocumentFault) in
      switch schema[pointer]?.kind ?? .string {
      case .string: _ = try one.line()
      case .boolean: _ = try one.flag()
      case .number: if one.json.double == nil { throw one.wanted("a number") }
      }
      return one.json
    }
  }

  /// An attribute that the schema does not have may be anything but null. Within it there may be one that the schema has.
  private static func free(
    _ value: DocumentValue, _ pointer: String, schema: [String: ProfileRules.Attribute]
  ) throws(DocumentFault) -> JSON {
    switch value.json {
    case .null: throw value.wanted("a value")
    case .array:
      for element in try value.elements() { _ = try free(element, "", schema: schema) }
    case .object:
      if schema.keys.contains(where: { $0.hasPrefix(pointer + "/") }) {
        var object = JSON.Object()
        for (name, member) in try value.members() { object[name] = try attribute(member, pointer + "/" + name) }
        return .object(object)
      }
      for member in try value.members() { _ = try free(member.value, "", schema: schema) }
    case .bool, .number, .string:
      if schema.keys.contains(where: { $0.hasPrefix(pointer + "/") }) { throw value.wanted("an object") }
    }
    return value.json
  }

  private static func line(_ value: DocumentValue) throws(DocumentFault) -> String {
    try single(value) { (text) throws(DocumentFault) in try text.line() }
  }

  /// One value, which AM writes as an array of one.
  private static func single<Value>(
    _ value: DocumentValue, _ read: (DocumentValue) throws(DocumentFault) -> Value
  ) throws(DocumentFault) -> Value {
    guard value.json.array != nil else { return try read(value) }
    let elements = try value.elements()
    guard elements.count == 1, let one = elements.first else {
      throw value.fault("one value is wanted, not \(elements.count)")
    }
    return try read(one)
  }
}
