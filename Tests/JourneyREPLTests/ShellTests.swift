import JSON
import LineEditor
import Testing

@testable import JourneyCommands
@testable import JourneyREPL

struct ShellTests {
  @Test func `the prompt names profile, journey and step`() {
    func text(_ state: PromptState) -> String {
      ShellPrompt.prompt(state, hasColor: false).parts.map(\.text).joined()
    }
    #expect(text(PromptState(profile: "default", journey: nil, step: nil, hasSession: false)) == "journey> ")
    #expect(text(PromptState(profile: "default", journey: "Login", step: 2, hasSession: false)) == "journey Login 2> ")
    #expect(text(PromptState(profile: "dev", journey: nil, step: 1, hasSession: true)) == "dev step 1> ")
  }

  @Test func `a paste is cut into its lines; one that ends in a backslash goes on`() {
    let lines = ShellRun.logicalLines("start\n\nset 0 \\\n demo\n  \nnext")
    #expect(lines.map(\.number) == [1, 3, 6])
    #expect(lines.map(\.text) == ["start", "set 0  demo", "next"])
  }

  @Test func `a choice is taken by label or by number, and a label that looks like a number wins`() {
    #expect(Questions.chosen("1", among: ["Push", "Code"]) == "Code")
    #expect(Questions.chosen("code", among: ["Push", "Code"]) == "Code")
    #expect(Questions.chosen("1", among: ["2", "1"]) == "1")
    #expect(Questions.chosen("5", among: ["Push"]) == nil)
    #expect(Questions.chosen("anything", among: []) == "anything")
  }

  @Test(arguments: [
    ("demo", "demo"), ("a b", "'a b'"), ("it's", "\"it's\""), ("", "''"), ("a\nb", "\"a\\nb\""), ("$x;", "'$x;'"),
    ("a'\"$\\", "\"a'\\\"\\$\\\\\""), ("#x", "'#x'"),
  ])
  func `a quoted word is read back as it was`(text: String, quoted: String) throws {
    #expect(WordText.quoted(text) == quoted)
    #expect(try ScriptParser.parse(line: "echo \(quoted)").first?.words.last?.literal == text)
  }
}
