import Foundation
import JSON
import PseudoTerminal
import Testing

/// The examples of the manual pages, found in them and run as they stand there.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ManualExampleTests {
  /// A literal block of a page.
  struct Block: CustomTestStringConvertible {
    var page: String
    var section: String
    /// The item of a list that it belongs to.
    var item: String
    var text: String

    var testDescription: String { "\(page), \(section): \(text.split(separator: "\n").first ?? "")" }
  }

  static let blocks = ["journey.1", "journey-rpc.7"].flatMap(blocks)

  private static func blocks(of page: String) -> [Block] {
    let path = Repository.root.appending(path: "man/\(page)")
    let lines = (try? String(contentsOf: path, encoding: .utf8))?.components(separatedBy: "\n") ?? []
    var blocks: [Block] = []
    var (section, item, isInside) = ("", "", false)
    for line in lines {
      if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") { section = String(line.dropFirst(4)) }
      if line.hasPrefix(".It ") { item = plain(line.dropFirst(4)) }
      if line.hasPrefix(".Bd ") {
        blocks.append(Block(page: page, section: section, item: item, text: ""))
        isInside = true
      } else if line == ".Ed" {
        isInside = false
      } else if isInside, let last = blocks.indices.last {
        blocks[last].text += plain(line[...]) + "\n"
      }
    }
    return blocks
  }

  /// Without the escapes of roff.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing("\\&", with: "").replacing("\\-", with: "-").replacing("\\(aq", with: "'")
      .replacing("\\(dq", with: "\"").replacing("\\(ti", with: "~")
      .replacing("\\(ga", with: "`").replacing("\\(ha", with: "^").replacing("\\e", with: "\\")
  }

  private static func blocks(_ page: String, _ section: String) -> [Block] {
    blocks.filter { $0.page == page && $0.section == section }
  }

  private let home: Home

  init() throws { home = try Home() }

  @Test func `each block of the manual is of a kind that is run`() throws {
    #expect(Self.blocks("journey.1", "EXAMPLES").count >= 6)
    for block in Self.blocks {
      switch (block.page, block.section) {
      case ("journey.1", "EXAMPLES"), ("journey.1", "Files of the sandbox"),
        ("journey.1", "Steps that a program answers"),
        ("journey-rpc.7", "EXAMPLES"):
        break
      // Those of the help, which has its own tests.
      case ("journey.1", "COMMANDS"):
        let name = try #require(block.text.split(whereSeparator: \.isWhitespace).first.map(String.init))
        let help = try home.journey("help", name).output
        for line in block.text.split(separator: "\n") { #expect(help.contains("\n  \(line)\n"), "\(line)") }
      default: Issue.record("\(block) is not run")
      }
    }
  }

  @Test(arguments: blocks("journey.1", "EXAMPLES"))
  func `every example of the manual runs as it stands there`(_ block: Block) throws {
    let result = try Program(path: "/bin/sh").run(
      ["-e", "-c", "cd \"$HOME\"\n\(block.text)"], environment: home.environmentWithProgram())
    #expect(result.status == 0 && !result.errors.contains("not found"), "\(result.output) \(result.errors)")
  }

  @Test(arguments: blocks("journey.1", "Files of the sandbox"))
  func `the sandbox starts with each file of the manual`(_ block: Block) throws {
    let option = try #require(block.item.firstMatch(of: /Fl Fl ([a-z]+)/)?.1)
    let result = try home.journey("sandbox", "--\(option)", home.file("a.json", block.text), signal: SIGTERM)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("/am\n"))
  }

  @Test func `a program answers a step as the manual says`() throws {
    let blocks = Self.blocks("journey.1", "Steps that a program answers")
    #expect(blocks.count == 1)
    let environment = try home.environmentWithProgram()
    let tour = Repository.root.appending(path: "tour/authenticator.py").path
    let path = try home.file(
      "bin/my-authenticator", "#!/bin/sh\nexec python3 '\(tour)' http://localhost \"$1\"\n")
    chmod(path, 0o755)
    let start = "config header 'Origin: http://localhost'; start Passkey; set 0 demo; set 1 Ch4ng31t; next"
    let script = "\(start)\n\(blocks.map(\.text).joined())expect callbacks[0].recoveryCodes exists"
    let result = try Program.journey().run(["--sandbox", "-c", script], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `the conversation of journey-rpc signs in`() throws {
    let blocks = Self.blocks("journey-rpc.7", "EXAMPLES")
    #expect(blocks.count == 1)
    let input = blocks.map(\.text).joined()
    let result = try home.journey("--sandbox", "rpc", "--drain", input: input)
    let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(answers.count == input.split(separator: "\n").count)
    #expect(answers.allSatisfy { $0["error"] == nil })
    #expect(answers.last?["result"]?["kind"] == "success")
  }

  @Test(
    .enabled(if: ClientTests.Client.path(of: "mandoc") != nil, "mandoc is not installed"),
    arguments: TerminalSetting.all)
  func `the manual is read in every terminal`(_ setting: TerminalSetting) throws {
    let mandoc = Program(path: try #require(ClientTests.Client.path(of: "mandoc")))
    let environment = home.environment.filter { $0.key != "LANG" }.merging(setting.environment) { $1 }
    for page in ["journey.1", "journey-rpc.7"] {
      let file = Repository.root.appending(path: "man/\(page)").path
      let result = try mandoc.run(
        ["-T", "locale", "-O", "width=\(setting.columns)", file], environment: environment)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      var text = String.UnicodeScalarView()
      for scalar in result.output.unicodeScalars {
        if scalar == "\u{8}" { text.removeLast() } else { text.append(scalar) }
      }
      #expect(setting.showsUTF8 || text.allSatisfy(\.isASCII))
      #expect(String(text).contains("EXAMPLES"))
    }
  }
}
