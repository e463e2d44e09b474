/// A realm as a list of names below the top-level realm.
///
/// Spellings: empty, `/` and `root` are the top-level realm; `alpha`, `/alpha`, `alpha/`, `/parent/child`; and AM's own
/// long form `realms/root/realms/alpha`.
///
/// - Source: CONTRACT 1, am-protocol 1.2.
package struct Realm: Sendable, Hashable {
  /// Names from the top, without the top-level realm.
  package let parts: [String]

  /// Reads a spelling; every text is one.
  package init(_ spelling: String) {
    var names = spelling.split(separator: "/").map(String.init)
    if names.count > 1, names.count.isMultiple(of: 2),
      names.indices.allSatisfy({ $0 % 2 == 1 || names[$0] == "realms" })
    {
      names = names.indices.filter { $0 % 2 == 1 }.map { names[$0] }
      if names.first == "root" { names.removeFirst() }
    } else if names == ["root"] {
      names = []
    }
    parts = names
  }

  /// The realm as a path: `/`, `/alpha`, `/parent/child`.
  package var path: String { "/" + parts.joined(separator: "/") }

  /// The realm as it stands in URLs: `realms/root/realms/alpha`, each name percent-encoded.
  package var segments: String {
    parts.reduce("realms/root") { $0 + "/realms/" + PathEncoding.segment($1) }
  }
}
