import JSON

/// Reads `{"users":[{"username","password","givenName","sn","mail",…}]}` (CONTRACT.md 1). Members that it does not know are attributes of the
/// profile; what is wrong is one line with its place.
enum UsersFile {
  /// The user that is there unless the file has one of the name.
  static let demo = UserSeed(
    name: "demo", password: "Ch4ng31t",
    attributes: ["userName": "demo", "givenName": "Demo", "sn": "User", "cn": "Demo User", "mail": "demo@example.org"])

  static func seeds(_ file: String?) throws(SandboxError) -> [UserSeed] {
    guard let file else { return [demo] }
    let seeds = try TextFile.document(file, read: seeds(in:))
    return seeds.contains { $0.name.lowercased() == demo.name } ? seeds : [demo] + seeds
  }

  private static func seeds(in document: DocumentValue) throws(DocumentFault) -> [UserSeed] {
    _ = try document.members(["users"])
    var seeds: [UserSeed] = []
    var names: [String: String] = [:]
    var ids: [String: String] = [:]
    for user in try document.required("users").elements() {
      let seed = try UserReader.seed(user)
      if let other = names.updateValue(user.place, forKey: seed.name.lowercased()) {
        throw user.fault("the name \(seed.name) is that of \(other) already; upper and lower case do not count")
      }
      if let id = seed.id, let other = ids.updateValue(user.place, forKey: id) {
        throw user.fault("the _id \(id) is that of \(other) already")
      }
      seeds.append(seed)
    }
    return seeds
  }
}
