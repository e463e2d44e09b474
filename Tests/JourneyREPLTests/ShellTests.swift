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

  private func chosen(
    _ answer: String, _ choices: [String], other: World.Question.Other? = nil, preset: String? = nil
  ) -> String? {
    Questions.chosen(answer, for: World.Question("?", choices: choices, other: other, preset: preset))
  }

  @Test func `a choice is taken by label or by number, and a label that looks like a number wins`() {
    #expect(chosen("1", ["Push", "Code"]) == "Code")
    #expect(chosen("code", ["Push", "Code"]) == "Code")
    #expect(chosen("1", ["2", "1"]) == "1")
    #expect(chosen("5", ["Push"]) == nil)
    #expect(chosen("anything", []) == "anything")
  }

  @Test func `Enter alone takes what stands in brackets, and is no choice where nothing does`() {
    #expect(chosen("", ["Push", "Code"], preset: "Code") == "Code")
    #expect(chosen("", ["Push", "Code"]) == nil)
    #expect(chosen("", [], preset: "demo@example.org") == "demo@example.org")
    #expect(chosen("", []) == "")
  }

  @Test func `a question of one's own is taken where that is allowed, else asked for again`() {
    #expect(chosen("First pet?", ["Street?"], other: .own) == "First pet?")
    #expect(chosen("0", ["Street?"], other: .own) == "Street?")
    #expect(chosen("", ["Street?"], other: .own) == nil)
    #expect(chosen("First pet?", ["Street?"]) == nil)
    #expect(chosen("2", ["Street?"], other: .own) == nil)
  }

  @Test func `a question says how it is answered`() {
    let forms = [World.Question.Other.own, .name, nil].map {
      Questions.form(of: World.Question("?", choices: ["Google"], other: $0))
    }
    #expect(forms == [" (number, or your own)", " (number or name)", ""])
    #expect(chosen("apple", ["Google"], other: .name) == "apple")
  }

  @Test func `yes and no are taken by their letters, and are no numbers`() {
    let answers: [(String, String?)] = [
      ("y", "yes"), ("Yes", "yes"), ("N", "no"), ("no", "no"), ("0", nil), ("", nil), ("nope", nil),
    ]
    for (answer, meant) in answers {
      #expect(Questions.chosen(answer, for: .yesNo("?")) == meant, "\(answer)")
    }
  }

  @Test func `a choice between yes and no is a list as every other, and takes a number`() {
    #expect(chosen("1", ["yes", "no"]) == "no" && chosen("yes", ["yes", "no"]) == "yes")
    #expect(chosen("y", ["yes", "no"]) == nil)
  }

  private func hint(_ members: JSON.Object) -> String? { StepHint.first(.object(members)) }

  @Test func `the hint for the first step names a target that is there, and leaves a polling step to itself`() {
    let name: JSON = ["index": 2, "inputs": [["name": "IDToken3"]]]
    #expect(hint(["missing": [2], "callbacks": [name]])?.contains("'set 2 TEXT'") == true)
    #expect(hint(["missing": [], "callbacks": [["index": 0, "inputs": []]]]) == "'next' goes on, 'help' explains")
    #expect(hint(["missing": [], "callbacks": [["index": 0, "waitMilliseconds": 5000, "inputs": []]]]) == nil)
    #expect(StepHint.first(nil) == nil)
  }

  @Test func `journeys that were typed before are found in the lines of the history`() {
    let lines = [
      "start Login", "-login 'My Login' --answer x=y", "echo start Other", "start --force-auth", "start 'x", "show",
    ]
    #expect(TypedJourneys.names(in: lines) == ["Login", "My Login"])
  }

  @Test func `a question of consent takes Enter for no`() {
    let question = World.Question.yesNo("Agree?", preset: "no")
    #expect(Questions.chosen("", for: question) == "no" && Questions.chosen("y", for: question) == "yes")
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
