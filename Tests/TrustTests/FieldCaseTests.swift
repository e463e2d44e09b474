import Foundation
import Testing

/// `Tests/FieldCases.md` names the tests that hold each case; here it is held to what it says.
@Suite struct FieldCaseTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  /// The cases of the classes oidc, storage, network, security, RPC, REPL, scripting, unicode and UX.
  private static let cases = [
    "C035", "C036", "C039", "C040", "C041", "C042", "C043", "C046", "C050", "C051", "C052", "C054", "C055",
    "C056", "C058", "C061", "C063", "C065", "C067", "C068", "C070", "C074", "C075", "C076", "C079",
  ]

  /// The rows of the table: a case, what goes wrong elsewhere, and its tests.
  private func rows() throws -> [[Substring]] {
    let text = try String(contentsOf: Self.tests.appending(path: "FieldCases.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| C") }.map { $0.split(separator: "|") }
  }

  @Test func `every case is there, and has a test`() throws {
    let rows = try rows()
    #expect(rows.map { $0[0].trimmingCharacters(in: .whitespaces) } == Self.cases)
    for row in rows { #expect(row.count == 3 && row[2].contains("\""), "\(row[0])") }
  }

  @Test func `every test that is named is there`() throws {
    var files: [String: String] = [:]
    for row in try rows() {
      // `Folder/File` "a test", "another"; `Other/File` …
      for place in row[2].split(separator: ";") {
        let parts = place.split(separator: "`")
        let path = String(try #require(parts.dropFirst().first, "\(place)"))
        let content =
          try files[path] ?? String(contentsOf: Self.tests.appending(path: "\(path).swift"), encoding: .utf8)
        files[path] = content
        let names = (parts.last ?? "").split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(!names.isEmpty, "\(row[0]) names no test in \(path)")
        for name in names { #expect(content.contains("func `\(name)`"), "\(path) has no test \"\(name)\"") }
      }
    }
  }
}
