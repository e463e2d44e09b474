import Foundation
import JSON
import Testing

@testable import JourneySandbox

/// Journey exports of others: each is loaded and walked through.
struct CorpusTests {
  static let folder = Bundle.module.resourceURL?.appendingPathComponent("Corpus")

  static let exports: [URL] = {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".journey.json") }.sorted().map(folder.appendingPathComponent)
  }()

  /// `FILE JOURNEY: END`, and the stubs that were met, as `Corpus/walks.txt` has them.
  private static let walks: [String: [String]] = {
    guard let url = folder?.appendingPathComponent("walks.txt"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [:] }
    let lines = text.split(separator: "\n").map(String.init)
    return Dictionary(grouping: lines) { $0.split(separator: " ").first.map(String.init) ?? "" }
  }()

  @Test func `the corpus is there`() {
    #expect(CorpusTests.exports.count == 100)
    #expect(CorpusTests.walks.count == 100)
  }

  @Test(.timeLimit(.minutes(1)), arguments: exports)
  func `an export loads, and each of its journeys comes to an end`(export: URL) async throws {
    let document = try JSON(parsing: [UInt8](Data(contentsOf: export)))
    let trees = try ExportReader.trees(in: document, file: export.lastPathComponent)
    var lines: [String] = []
    for tree in trees.sorted(by: { $0.name < $1.name }) {
      let desk = try Desk { $0.journeyFiles = [export.path] }
      guard desk.application.realms["/"]?.journeys.journey(tree.name)?.canBeStarted == true else {
        lines.append("\(export.lastPathComponent) \(tree.name): only for inside")
        continue
      }
      var walker = try Walker(desk, journey: tree.name)
      let end = try await walker.walk(tree.name)
      let stubs = walker.stubs()
      if case .broken = end { Issue.record("\(tree.name): \(end)") }
      if stubs.isEmpty { #expect(end != .endless, "\(tree.name)") }
      let met = stubs.isEmpty ? "" : ", stubs " + stubs.joined(separator: " ")
      let last = end == .success ? "" : ", " + walker.last()
      lines.append("\(export.lastPathComponent) \(tree.name): \(end)\(last)\(met)")
    }
    #expect(lines == CorpusTests.walks[export.lastPathComponent] ?? [])
  }
}
