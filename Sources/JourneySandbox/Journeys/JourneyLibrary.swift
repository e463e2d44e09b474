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
    var exports: [ExportedTree] = []
    for path in paths {
      let export = try ExportReader.read(path)
      try add(export.trees)
      note(export, of: path)
      exports += export.trees
    }
    noteDoubles(in: exports)
    for set in sets.values { try JourneyLibrary.check(set) }
    noteMissingJourneys()
  }

  /// The nodes of all journeys whose outcome can be chosen.
  static func standins(in sets: [String: JourneySet]) -> [Standin] {
    sets.values.flatMap { set in set.names.compactMap(set.journey).flatMap(Standin.all) }
  }

  /// What a folder gave, and what of it does not count.
  private mutating func note(_ export: ExportReader.Export, of path: String) {
    if !export.ignored.isEmpty || export.files > 1 {
      let names = Set(export.trees.map(\.name)).count
      let ignored = export.ignored.map { $0.dropFirst(path.count).drop { $0 == "/" } }.joined(separator: ", ")
      notes.append(
        "\(names) \(names == 1 ? "journey" : "journeys") from \(path)"
          + (ignored.isEmpty ? "" : "; no journey exports: \(ignored)"))
    }
  }

  private mutating func noteDoubles(in exports: [ExportedTree]) {
    let byName = Dictionary(grouping: exports) { [$0.name, $0.realm.map(JourneyLibrary.path) ?? ""] }
    for (name, trees) in byName.sorted(by: { $0.key[0] < $1.key[0] }) where trees.count > 1 {
      notes.append("\(name[0]) is in \(trees.map(\.file).joined(separator: ", ")): the last one counts")
    }
  }

  /// Refuses journeys that run each other, or themselves, for ever.
  private static func check(_ set: JourneySet) throws(SandboxError) {
    let first = Dictionary(
      set.names.map { ($0, set.journey($0).map(JourneyLoops.first) ?? []) }, uniquingKeysWith: { $1 })
    guard let loop = JourneyLoops.loop(in: first.mapValues { Set($0.map(\.runs)) }), let name = loop.min(),
      let journey = set.journey(name), let next = first[name]?.first(where: { loop.contains($0.runs) })
    else { return }
    let others = loop.count > 1 ? ", by way of \(next.runs)," : ""
    throw SandboxError(
      "it runs its own journey\(others) before there is a step", file: journey.file, journey: name,
      node: "\(next.node.type) \(next.node.id)")
  }

  /// A tree of a realm goes there alone; one of no realm, or of a realm that the sandbox does not have, goes to all, where a tree of their own
  /// wins.
  private mutating func add(_ trees: [ExportedTree]) throws(SandboxError) {
    var builder = JourneyBuilder()
    var own: [(realm: String, journey: Journey)] = []
    for tree in trees {
      let journey = try builder.journey(tree)
      let path = tree.realm.map { JourneyLibrary.path(of: $0) }
      if let path, sets[path] != nil {
        own.append((path, journey))
      } else {
        if let path {
          builder.remark("\(journey.name) is of the realm \(path), which is not here: it is in all realms")
        }
        for realm in sets.keys { sets[realm]?.add(journey) }
      }
    }
    for (realm, journey) in own { sets[realm]?.add(journey) }
    for (type, journeys) in builder.stubs.sorted(by: { $0.key < $1.key }) {
      notes.append("stub \(type) in \(journeys.sorted().joined(separator: ", "))")
    }
    if !builder.stubs.isEmpty {
      notes.append("stubs let a journey go on; the control endpoint journeys shows where, POST outcomes changes it")
    }
    notes += builder.remarks
  }

  /// `root` and `/` are the top-level realm; below it exports write `alpha`, `/alpha` or `root-alpha`.
  private static func path(of realm: String) -> String {
    let name = realm.drop { $0 == "/" }
    if name.isEmpty || name == "root" { return "/" }
    return "/" + (name.hasPrefix("root-") ? name.dropFirst(5) : name)
  }

  /// An export may leave out the journeys that others of it run: that matters only once one is run.
  private mutating func noteMissingJourneys() {
    var missing: Set<String> = []
    for set in sets.values {
      for journey in set.names.compactMap(set.journey) {
        for case let inner as InnerTreeEvaluatorNode in journey.nodes.values.map(\.behaviour)
        where set.journey(inner.journey) == nil {
          missing.insert("\(journey.name) runs the journey \(inner.journey), which is not here")
        }
      }
    }
    notes += missing.sorted()
  }
}
