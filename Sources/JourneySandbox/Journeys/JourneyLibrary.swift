import JSON

/// The journeys of the sandbox: the built-in ones and those of the user's files, for each realm.
struct JourneyLibrary {
  private(set) var sets: [String: JourneySet]
  /// Lines for a person: stand-ins and what is odd.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - realms: the paths of the realms.
  ///   - paths: export files and folders, the later ones win.
  init(realms: [String], paths: [String]) throws(SandboxError) {
    sets = Dictionary(realms.map { ($0, JourneySet()) }, uniquingKeysWith: { $1 })
    try add(try BuiltInJourneys.trees())
    for path in paths { try add(try ExportReader.trees(at: path)) }
  }

  private mutating func add(_ trees: [ExportedTree]) throws(SandboxError) {
    var builder = JourneyBuilder()
    for tree in trees {
      let journey = try builder.journey(tree)
      for realm in sets.keys where tree.realm == nil || realm == (tree.realm == "root" ? "/" : "/" + (tree.realm ?? ""))
      {
        sets[realm]?.add(journey)
      }
    }
    for (type, journeys) in builder.stubs.sorted(by: { $0.key < $1.key }) {
      notes.append("stub \(type) in \(journeys.sorted().joined(separator: ", "))")
    }
    notes += builder.remarks
  }
}
