import Testing

@testable import LineEditor

struct CompletionTests {
  private func completion(_ texts: String...) -> Completion {
    Completion(start: 0, candidates: texts.map { Completion.Candidate($0) })
  }

  @Test func `one candidate is put in with a blank`() {
    #expect(completion("start").insertion(for: "st") == "start ")
  }

  @Test func `a candidate that goes on gets no blank`() {
    let folder = Completion(start: 0, candidates: [Completion.Candidate("/tmp/", isWhole: false)])
    #expect(folder.insertion(for: "/t") == "/tmp/")
  }

  @Test func `several candidates give what they have in common, and a list when that is typed`() {
    #expect(completion("session", "set", "set-up").insertion(for: "s") == "se")
    #expect(completion("session", "set").insertion(for: "se") == nil)
  }

  @Test func `nothing to offer gives nothing`() {
    #expect(completion().insertion(for: "x") == nil)
  }

  @Test func `the list stands in columns, downwards`() {
    #expect(completion("a", "bb", "ccc", "d", "e").listing(columns: 20) == "a    ccc  e\nbb   d\n")
  }

  @Test func `notes stand beside their labels and wrap by words`() {
    var noted = completion("0", "10")
    noted.candidates[0].note = "User Name"
    noted.candidates[1].note = "a very long prompt of a callback"
    #expect(noted.listing(columns: 24) == "0   User Name\n10  a very long prompt\n    of a callback\n")
    #expect(noted.listing(columns: 18) == "0\n    User Name\n10\n    a very long\n    prompt of a\n    callback\n")
  }

  @Test func `a label that is wider than the terminal is not cut`() {
    #expect(completion("a-long-name-of-a-thing", "b").listing(columns: 10) == "a-long-name-of-a-thing\nb\n")
  }

  @Test func `wide and combining characters keep the columns straight`() {
    #expect(TextWidth.of("日本") == 4)
    #expect(TextWidth.of("e\u{301}🚀") == 3)
    #expect(completion("日本", "abcd", "x").listing(columns: 14) == "日本  x\nabcd\n")
  }
}

struct PromptTests {
  @Test func `attributes stand between marks and the last character is a plain one`() {
    let prompt = Prompt([Prompt.Part("dev", attributes: "1"), Prompt.Part("> ")])
    #expect(prompt.escapedText(ascii: false) == "\u{1}\u{1B}[1m\u{1}dev\u{1}\u{1B}[0m\u{1}> ")
    #expect(Prompt([Prompt.Part("x", attributes: "1")]).escapedText(ascii: false).hasSuffix("\u{1} "))
  }

  @Test func `in a locale without UTF-8 the prompt is ASCII`() {
    #expect(Prompt("Été> ").escapedText(ascii: true) == "?t?> ")
  }

  @Test func `control characters of a name never reach the terminal`() {
    #expect(Prompt("a\u{1B}[2Jb\u{1}\n> ").escapedText(ascii: false) == "a[2Jb> ")
  }
}
