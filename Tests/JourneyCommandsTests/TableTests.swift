import JSON
import Testing

@testable import JourneyCommands

@Suite struct TableTests {
  @Test func `every name is there once`() {
    let names = CommandSpec.all.map(\.name)
    #expect(Set(names).count == names.count)
    for spec in CommandSpec.all { #expect(CommandSpec.named(spec.name)?.summary == spec.summary) }
  }

  @Test func `the commands of the contract are there, and none that is reserved`() {
    let names = Set(CommandSpec.all.map(\.name))
    let wanted: Set = [
      "start", "resume", "show", "set", "unset", "next", "wait", "login", "session", "tokens", "userinfo", "introspect",
      "decode", "revoke", "logout", "devices", "call", "profile", "profiles", "config", "save", "forget", "let",
      "capture",
      "expect", "source", "trace", "echo", "help", "quit",
    ]
    #expect(names.isSuperset(of: wanted))
    let reserved: Set = [
      "test", "run", "lint", "cover", "diff", "draw", "replay", "compare", "answers", "authenticator", "otp", "probe",
      "evaluate", "validate",
    ]
    #expect(names.isDisjoint(with: reserved))
  }

  @Test(arguments: CommandSpec.all.map(\.name))
  func `summaries and parameters are described in one manner`(_ name: String) throws {
    let spec = try #require(CommandSpec.named(name))
    let texts = [spec.summary] + spec.parameters.map(\.summary)
    for text in texts {
      #expect(!text.isEmpty && !text.hasSuffix("."), "\(name): \(text)")
      #expect(text.utf8.count <= 100, "\(name): \(text)")
      #expect(!text.contains("\n"), "\(name): \(text)")
    }
    #expect(spec.summary.first?.isUppercase == true)
    let third = spec.summary.split(separator: " ").first?.hasSuffix("s") ?? true
    #expect(!third || spec.summary.hasPrefix("Pass"), "imperative: \(spec.summary)")
    if !spec.details.isEmpty { #expect(spec.details.hasSuffix(".") && !spec.details.contains("\n")) }
    #expect(Set(spec.parameters.map(\.name)).count == spec.parameters.count)
    let positional = spec.parameters.filter { !$0.isOption }
    #expect(spec.parameters.prefix(positional.count).allSatisfy { !$0.isOption }, "positions come first")
    #expect(spec.examples.isEmpty == false)
  }

  @Test(arguments: CommandSpec.all.map(\.name))
  func `examples are lines of that command that bind`(_ name: String) throws {
    let spec = try #require(CommandSpec.named(name))
    for example in spec.examples {
      let commands = try ScriptParser.parse(line: example)
      let words = try #require(commands.first?.words)
      #expect(commands.count == 1 && words.first?.literal == name, "\(example)")
      let expanded = words.dropFirst().map { word in
        ExpandedWord(text: word.literal ?? "x", isSecret: false, mayBeOption: word.mayBeOption)
      }
      _ = try spec.bind(Array(expanded))
    }
  }

  @Test(arguments: Failure.Code.allCases)
  func `every code is explained and has its numbers`(_ code: Failure.Code) {
    #expect(!code.meaning.isEmpty && !code.meaning.hasSuffix("."))
    #expect(code.rpcCode != 0)
    #expect(code.exitStatus > 0)
    #expect(Failure(code, "x").errorData.members.prefix(2).map(\.name) == ["code", "hint"])
  }

  @Test func `codes and numbers are those of the contract`() {
    let table: [(String, Int, Int32)] = [
      ("usage", -32602, 2), ("not-started", 1001, 2), ("unknown-target", 1002, 2), ("bad-value", 1003, 2),
      ("needs-input", 1004, 5), ("suspended", 1004, 5), ("no-session", 1005, 1), ("network", 1006, 3), ("tls", 1006, 3),
      ("timeout", 1006, 3), ("server", 1006, 3), ("unexpected-reply", 1007, 3), ("oauth", 1008, 6),
      ("storage", 1009, 7),
      ("config", 1010, 7), ("expectation", 1011, 4), ("cancelled", -32800, 130), ("bug", -32603, 70),
    ]
    for (text, rpc, status) in table {
      let code = Failure.Code(rawValue: text)
      #expect(code?.rpcCode == rpc, "\(text)")
      #expect(code?.exitStatus == status, "\(text)")
    }
  }

  @Test func `help lists every command and explains each`() throws {
    let list = try HelpText.page(for: nil)
    for spec in CommandSpec.all {
      #expect(list.contains(spec.summary))
      let page = try HelpText.page(for: spec.name)
      #expect(page.contains(spec.usage))
      for parameter in spec.parameters { #expect(page.contains(parameter.summary)) }
    }
    for face in FaceSpec.all {
      let page = try HelpText.page(for: face.name)
      #expect(page.hasPrefix(face.summary))
      for parameter in face.parameters { #expect(page.contains(parameter.summary)) }
    }
  }

  @Test(arguments: [("strat", "start"), ("nxt", "next"), ("tokn", "tokens"), ("Start", "start")])
  func `a typo gets a suggestion`(_ typo: String, _ meant: String) async throws {
    let failure = await (try Bench()).failure(typo)
    #expect(failure?.code == .usage)
    #expect(failure?.hint?.contains(meant) == true)
  }
}
