import JSON
import JourneyCommands
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The root of the repository, where the generated files stand.
enum Repository {
  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
}

@Suite struct GenerateFilesTests {
  @Test(arguments: Generated.allCases.filter { $0.path != nil })
  func `the file in the repository is what is generated: else run scripts/generate`(_ kind: Generated) throws {
    #expect(try Repository.text(kind.path ?? "") == kind.text(version: "0"))
  }

  @Test(arguments: Generated.allCases)
  func `a generated file ends with one line end`(_ kind: Generated) {
    let text = kind.text(version: "1.2.3")
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test func `OpenRPC is JSON with a method for each command of the pipe`() throws {
    let document = try JSON(parsing: Generated.openrpc.text(version: "1.2.3"))
    let names = (document["methods"]?.array ?? []).compactMap { $0["name"]?.string }
    #expect(Set(names).isSuperset(of: CommandSpec.all.filter(\.isRPC).map(\.name)))
    #expect(document["info"]?["version"] == "1.2.3")
  }

  @Test func `faces and commands have names of their own`() {
    #expect(Set(CommandSpec.all.map(\.name)).isDisjoint(with: FaceSpec.all.map(\.name)))
    for face in FaceSpec.all {
      for text in [face.summary] + face.parameters.map(\.summary) { #expect(!text.isEmpty && !text.hasSuffix(".")) }
    }
  }
}
