import Foundation
import JSON
import Testing

/// A document of the corpus and what its manifest says of it.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  let path: String
  let kind: String
  let facts: JSON

  static let kinds = ["steps", "callbacks", "success", "failure"]
  static let root = Bundle.module.resourceURL?.appendingPathComponent("Corpus")

  /// Every entry of the manifest.
  static let all: [CorpusFile] = {
    guard let bytes = try? read("manifest.json"), let manifest = try? JSON(parsing: bytes) else { return [] }
    return (manifest.array ?? []).compactMap { facts in
      guard let path = facts["file"]?.string, let kind = facts["kind"]?.string else { return nil }
      return CorpusFile(path: path, kind: kind, facts: facts)
    }
  }()

  static func all(_ kinds: String...) -> [CorpusFile] {
    all.filter { kinds.contains($0.kind) }
  }

  static func read(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: #require(root).appendingPathComponent(path)))
  }

  func document() throws -> JSON {
    try JSON(parsing: Self.read(path))
  }

  /// The document as a step: a single callback stands in one of its own.
  func step() throws -> JSON {
    let document = try document()
    return kind == "callbacks" ? ["callbacks": [document]] : document
  }

  var testDescription: String { path }
}

/// Equality of JSON values, with 30 equal to 30.0.
func isSame(_ left: JSON?, _ right: JSON?) -> Bool {
  switch (left, right) {
  case (.number(let left)?, .number(let right)?): left.double == right.double
  case (.array(let left)?, .array(let right)?):
    left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
  case (.object(let left)?, .object(let right)?):
    left.members.count == right.members.count && left.members.allSatisfy { isSame($0.value, right[$0.name]) }
  default: left == right
  }
}
