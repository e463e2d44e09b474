import Foundation
import Testing

/// `Tests/FieldCases.md` and `Tests/TerminalCases.md` name the tests that hold each case; here they are held to what they say.
@Suite struct CaseTableTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  struct Table: CustomTestStringConvertible {
    var file: String
    var cases: [String]

    var testDescription: String { file }
  }

  static let tables = [
    // The cases of the classes oidc, storage, network, security, RPC, REPL, scripting, unicode and UX.
    Table(
      file: "FieldCases.md",
      cases: [
        "C035", "C036", "C039", "C040", "C041", "C042", "C043", "C046", "C050", "C051", "C052", "C054", "C055",
        "C056", "C058", "C061", "C063", "C065", "C067", "C068", "C070", "C074", "C075", "C076", "C079",
      ]),
    Table(
      file: "TerminalCases.md",
      cases: [("L", 17), ("B", 9), ("R", 12), ("S", 9), ("F", 5), ("C", 3), ("G", 4)].flatMap { letter, count in
        (1...count).map { "\(letter)\($0)" }
      }),
  ]

  /// The rows of a table: a case, what it is, and its tests.
  private func rows(_ table: Table) throws -> [[Substring]] {
    let text = try String(contentsOf: Self.tests.appending(path: table.file), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { $0.split(separator: "|") }
  }

  /// The tests of a row: `Folder/File` "a test", "another"; `Other/File` …
  private func named(in row: [Substring]) throws -> [(path: String, names: [Substring])] {
    try row[2].split(separator: ";").map { place in
      let parts = place.split(separator: "`")
      let path = String(try #require(parts.dropFirst().first, "\(place)"))
      let names = (parts.last ?? "").split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      return (path, names)
    }
  }

  private func content(_ path: String) throws -> String {
    try String(contentsOf: Self.tests.appending(path: "\(path).swift"), encoding: .utf8)
  }

  @Test(arguments: tables)
  func `every case is there, and has a test`(_ table: Table) throws {
    let rows = try rows(table)
    #expect(rows.map { $0[0].trimmingCharacters(in: .whitespaces) } == table.cases)
    for row in rows { #expect(row.count == 3 && row[2].contains("\""), "\(row[0])") }
  }

  @Test(arguments: tables)
  func `every test that is named is there`(_ table: Table) throws {
    for row in try rows(table) {
      for (path, names) in try named(in: row) {
        let content = try content(path)
        #expect(!names.isEmpty, "\(row[0]) names no test in \(path)")
        for name in names { #expect(content.contains("func `\(name)`"), "\(path) has no test \"\(name)\"") }
      }
    }
  }

  @Test func `the tests of a terminal run in each of its settings`() throws {
    for row in try rows(Self.tables[1]) {
      for (path, names) in try named(in: row) where path.hasPrefix("ProgramTests/Terminal/") {
        let content = try content(path)
        for name in names {
          let parts = content.components(separatedBy: "func `\(name)`")
          let attributes = parts[0].components(separatedBy: "@Test").last ?? ""
          let body = parts.last?.components(separatedBy: "@Test").first ?? ""
          #expect(
            attributes.contains("TerminalSetting.all") || body.contains("TerminalSetting.all"), "\(row[0]): \(name)")
        }
      }
    }
  }
}
