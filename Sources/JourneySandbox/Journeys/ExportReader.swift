import JSON

/// One tree of an export with what came along with it, in one form whatever the form of the file (journey-nodes 2.1).
struct ExportedTree: Sendable {
  var name: String
  var tree: JSON.Object
  /// Configurations by node id, those of page children too.
  var configurations: [String: JSON.Object]
  /// The whole entry, for scripts, mail templates and providers.
  var entry: JSON.Object
  /// The realm of a full configuration export or folder, as it stands there; nil where none is named.
  var realm: String?
  var file: String
}

/// Recognises the forms A to F of journey exports (journey-nodes 2.1) and takes their trees apart.
enum ExportReader {
  /// What a path gave.
  struct Export {
    var trees: [ExportedTree] = []
    /// How many files held a tree.
    var files = 0
    /// Files of a folder that are no exports.
    var ignored: [String] = []
  }

  /// - Parameter path: an export file, or a folder whose files are looked through; files in it that are no exports are left alone.
  static func read(_ path: String) throws(SandboxError) -> Export {
    guard TextFile.isFolder(path) else {
      let trees = try trees(in: try TextFile.json(path), file: path)
      guard !trees.isEmpty else { throw SandboxError("is no journey export", file: path) }
      return Export(trees: trees, files: 1)
    }
    var export = Export()
    for file in try TextFile.jsonFiles(below: path) where !file.dropFirst(path.count).contains("/nodes/") {
      let trees = try trees(in: try TextFile.json(file), file: file)
      if trees.isEmpty {
        export.ignored.append(file)
      } else {
        export.files += 1
        export.trees += trees
      }
    }
    guard !export.trees.isEmpty else { throw SandboxError("there is no journey export in it", file: path) }
    return export
  }

  /// The trees of a document; none where it is no export.
  static func trees(in document: JSON, file: String) throws(SandboxError) -> [ExportedTree] {
    guard let top = document.object else { return [] }
    if let trees = top["trees"]?.object { return try many(trees, realm: nil, file: file) }
    if let realms = top["realm"]?.object {
      var found: [ExportedTree] = []
      for realm in realms.members {
        guard let trees = realm.value["trees"]?.object ?? realm.value["journey"]?.object else { continue }
        found += try many(trees, realm: realm.name, file: file)
      }
      return found
    }
    if top["tree"]?.object != nil { return [try one(top, name: nil, realm: nil, file: file)] }
    if top["entryNodeId"]?.string != nil, top["nodes"]?.object != nil { return [try folderForm(top, file: file)] }
    return []
  }

  private static func many(_ trees: JSON.Object, realm: String?, file: String) throws(SandboxError) -> [ExportedTree] {
    var found: [ExportedTree] = []
    var names: Set<String> = []
    for member in trees.members {
      guard names.insert(member.name).inserted else {
        throw SandboxError("it is there twice", file: file, journey: member.name)
      }
      guard let entry = member.value.object else {
        throw SandboxError("its entry is no object", file: file, journey: member.name)
      }
      found.append(try one(entry, name: member.name, realm: realm, file: file))
    }
    return found
  }

  private static func one(_ entry: JSON.Object, name: String?, realm: String?, file: String) throws(SandboxError)
    -> ExportedTree
  {
    guard let tree = entry["tree"]?.object else {
      throw SandboxError("there is no \"tree\" in its entry", file: file, journey: name)
    }
    guard let name = name ?? tree["_id"]?.string, !name.isEmpty else {
      throw SandboxError("a tree has no name", file: file)
    }
    var configurations: [String: JSON.Object] = [:]
    for key in ["innerNodes", "innernodes", "nodes"] {
      for member in entry[key]?.object?.members ?? [] {
        if let configuration = member.value.object { configurations[member.name] = configuration }
      }
      for element in entry[key]?.array ?? [] {
        guard let id = element["_id"]?.string else { continue }
        configurations[id] = (element["details"] ?? element).object
      }
    }
    return ExportedTree(name: name, tree: tree, configurations: configurations, entry: entry, realm: realm, file: file)
  }

  /// Form F: the tree is a file of its own, its nodes lie in the folder `nodes` beside it, page children in folders of their pages.
  private static func folderForm(_ tree: JSON.Object, file: String) throws(SandboxError) -> ExportedTree {
    guard let name = tree["_id"]?.string, !name.isEmpty else { throw SandboxError("a tree has no name", file: file) }
    let folder =
      file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/nodes"
    var configurations: [String: JSON.Object] = [:]
    if TextFile.isFolder(folder) {
      for path in try TextFile.jsonFiles(below: folder) {
        let configuration = try TextFile.json(path)
        if let id = configuration["_id"]?.string, let members = configuration.object { configurations[id] = members }
      }
    }
    return ExportedTree(
      name: name, tree: tree, configurations: configurations, entry: JSON.Object(), realm: realm(of: file), file: file)
  }

  /// The realm in a path `…/realms/REALM/journeys/…`.
  private static func realm(of file: String) -> String? {
    let parts = file.split(separator: "/").map(String.init)
    let place = parts.indices.dropLast(2).last { parts[$0] == "realms" && parts[$0 + 2] == "journeys" }
    return place.map { parts[$0 + 1] }
  }
}
