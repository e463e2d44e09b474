import JSON
import Synchronization

/// The configuration of one node in an export, read as leniently as real exports need it: numbers may be texts and the other way round
/// (journey-nodes 2.4).
struct NodeConfiguration: Sendable {
  let id: String
  /// The type as the graph or the page names it.
  let type: String
  let members: JSON.Object
  /// The outcomes that the graph connects; empty for a child of a page.
  let connected: [String]
  /// Members that should have been numbers of 32 bits.
  let oddities = Oddities()

  /// The type without the prefix that newer exports put before some.
  var plainType: String { NodeConfiguration.plain(type) }

  static func plain(_ type: String) -> String { type.hasPrefix("product-") ? String(type.dropFirst(8)) : type }

  subscript(name: String) -> JSON? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }

  func text(_ name: String) -> String? {
    self[name]?.string
  }

  func text(_ name: String, else standard: String) -> String {
    guard let text = text(name), !text.isEmpty else { return standard }
    return text
  }

  /// A number of 32 bits, as AM's nodes have them, so that nothing that is reckoned with it can overflow.
  func integer(_ name: String) -> Int? {
    guard let value = self[name] else { return nil }
    if let number = value.double?.rounded() ?? value.string.flatMap({ Int($0) }).map(Double.init),
      let exact = Int32(exactly: number)
    {
      return Int(exact)
    }
    if value.string?.isEmpty != true, value.string?.contains("&{") != true { oddities.add(name) }
    return nil
  }

  func integer(_ name: String, else standard: Int) -> Int { integer(name) ?? standard }

  func number(_ name: String, else standard: Double) -> Double {
    self[name]?.double ?? self[name]?.string.flatMap { Double($0) } ?? standard
  }

  func flag(_ name: String, else standard: Bool) -> Bool {
    guard let value = self[name] else { return standard }
    return value.bool ?? value.string.map { $0 == "true" } ?? standard
  }

  func texts(_ name: String) -> LocalizedText { LocalizedText(self[name]) }

  func list(_ name: String) -> [String] {
    if let text = self[name]?.string { return text.isEmpty ? [] : [text] }
    return (self[name]?.array ?? []).compactMap(\.string)
  }

  /// A map of texts; values of other types as JSON text.
  func map(_ name: String) -> [(key: String, value: String)] {
    (self[name]?.object?.members ?? []).map { ($0.name, $0.value.string ?? $0.value.text()) }
  }

  /// The outcomes that the server wrote beside the configuration.
  var outcomes: [String] {
    (self["_outcomes"]?.array ?? []).compactMap { $0["id"]?.string ?? $0.string }
  }
}

/// Collects what is odd about a configuration while a node is made of it.
final class Oddities: Sendable {
  private let found = Mutex<Set<String>>([])

  func add(_ name: String) { found.withLock { _ = $0.insert(name) } }

  var names: Set<String> { found.withLock { $0 } }
}
