package import JSON

/// The parameters of one call, checked against the table: known names, required ones there, each of its kind.
package struct Arguments: Sendable, Equatable {
  /// By parameter name; a parameter that was left out is not there.
  private var values: [String: JSON]
  /// Names of parameters whose value holds a secret (CONTRACT.md 2: `${env:…}`, a variable that holds a secret).
  private var secrets: Set<String>

  package init(_ values: [String: JSON] = [:], secrets: Set<String> = []) {
    self.values = values
    self.secrets = secrets
  }

  package subscript(_ name: String) -> JSON? { values[name] }
  package func isSecret(_ name: String) -> Bool { secrets.contains(name) }
  /// Whether the value of that pair holds a secret.
  package func isSecret(_ name: String, pair: String) -> Bool { secrets.contains(Self.secretName(name, pair)) }
  /// Whether that item of a list holds a secret.
  package func isSecret(_ name: String, at index: Int) -> Bool {
    secrets.contains(Self.secretName(name, "\(index)"))
  }
  static func secretName(_ name: String, _ pair: String) -> String { name + "\u{0}" + pair }
  package func text(_ name: String) -> String? { values[name]?.string }
  /// A required text; the binding has checked that it is there.
  package func required(_ name: String) -> String { values[name]?.string ?? "" }
  package func flag(_ name: String) -> Bool { values[name]?.bool ?? false }
  package func integer(_ name: String) -> Int? { values[name]?.integer }
  package func list(_ name: String) -> [String] { values[name]?.array?.compactMap(\.string) ?? [] }
  /// `NAME=VALUE` pairs in the order in which they were written.
  package func pairs(_ name: String) -> [(name: String, value: JSON)] {
    values[name]?.object?.members.map { ($0.name, $0.value) } ?? []
  }
}
