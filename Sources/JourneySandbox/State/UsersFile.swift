import JSON

/// Reads `{"users":[{"username","password","givenName","sn","mail",…}]}` (CONTRACT.md 1). Other members of a user are profile attributes;
/// `active`, `mustChangePassword`, `passwordExpired`, `kbaInfo` and `_id` are read as what they say.
enum UsersFile {
  /// The user that is there unless the file has one of the name.
  static let demo = UserSeed(
    name: "demo", password: "Ch4ng31t",
    attributes: ["userName": "demo", "givenName": "Demo", "sn": "User", "cn": "Demo User", "mail": "demo@example.org"])

  static func seeds(_ file: String?) throws(SandboxError) -> [UserSeed] {
    guard let file else { return [demo] }
    let document = try TextFile.json(file)
    guard let users = document["users"]?.array else {
      throw SandboxError("there is no array \"users\" in it", file: file)
    }
    var seeds: [UserSeed] = []
    for (index, user) in users.enumerated() {
      seeds.append(try seed(user, index: index, file: file))
    }
    var names: Set<String> = []
    for seed in seeds where !names.insert(seed.name.lowercased()).inserted {
      throw SandboxError("the user \(seed.name) is in it twice", file: file)
    }
    return names.contains(demo.name) ? seeds : [demo] + seeds
  }

  private static func seed(_ json: JSON, index: Int, file: String) throws(SandboxError) -> UserSeed {
    guard let members = json.object else {
      throw SandboxError("users[\(index)] is no object", file: file)
    }
    guard let name = members["username"]?.string ?? members["userName"]?.string, !name.isEmpty else {
      throw SandboxError("users[\(index)] has no text \"username\"", file: file)
    }
    if let password = members["password"], password.string == nil, !password.isNull {
      throw SandboxError("users[\(index)] (\(name)): the password is no text", file: file)
    }
    for flag in ["active", "mustChangePassword", "passwordExpired"] {
      if let value = members[flag], value.bool == nil {
        throw SandboxError("users[\(index)] (\(name)): \"\(flag)\" is neither true nor false", file: file)
      }
    }
    if let id = members["_id"], id.string?.isEmpty ?? true {
      throw SandboxError("users[\(index)] (\(name)): \"_id\" is no text", file: file)
    }
    if let answers = members["kbaInfo"], answers.array == nil {
      throw SandboxError("users[\(index)] (\(name)): \"kbaInfo\" is no array", file: file)
    }
    var attributes: JSON.Object = ["userName": .string(name)]
    let read: Set<String> = [
      "username", "userName", "password", "_id", "active", "mustChangePassword", "passwordExpired", "kbaInfo",
    ]
    for member in members.members where !read.contains(member.name) {
      attributes[member.name] = member.value
    }
    return UserSeed(
      name: name, id: members["_id"]?.string, password: members["password"]?.string, attributes: attributes,
      isActive: members["active"]?.bool ?? true, mustChangePassword: members["mustChangePassword"]?.bool ?? false,
      isPasswordExpired: members["passwordExpired"]?.bool ?? false, securityAnswers: members["kbaInfo"]?.array ?? [])
  }
}
