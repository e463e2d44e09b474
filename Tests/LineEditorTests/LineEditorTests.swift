import Foundation
import PseudoTerminal
import Testing

@testable import LineEditor

/// The editor on a pseudo-terminal, in this process. What needs a controlling terminal (^C, ^Z) is in ProgramTests.
@Suite(.serialized)
struct LineEditorTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
    setenv("TERM", "xterm", 1)
  }

  /// Reads `count` inputs on a thread of its own while `typing` works the keyboard.
  private func inputs(
    _ count: Int = 1, prompt: String = "> ", setUp: @escaping @Sendable (LineEditor) -> Void = { _ in },
    typing: (PseudoTerminal) throws -> Void
  ) throws -> [LineEditor.Input] {
    let found = Found()
    let slave = terminal.slave
    let thread = Thread {
      let locale = TerminalLocale.prepare()
      if let editor = try? LineEditor(input: slave, output: slave, hasUTF8: locale.isUTF8, readsUserSettings: false) {
        editor.prompt = Prompt(prompt)
        setUp(editor)
        for _ in 0..<count { found.add(editor.readLine(), editor: editor) }
      }
      found.done.signal()
    }
    thread.start()
    try typing(terminal)
    #expect(found.done.wait(timeout: .now() + 10) == .success)
    return found.all
  }

  private final class Found: Sendable {
    let done = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var inputs: [LineEditor.Input] = []

    func add(_ input: LineEditor.Input, editor: LineEditor) {
      lock.withLock { inputs.append(input) }
      if case .line(let line, _) = input { editor.addToHistory(line) }
    }

    var all: [LineEditor.Input] { lock.withLock { inputs } }
  }

  @Test func `a line of several scripts comes back as it was typed`() throws {
    let found = try inputs { terminal in
      try terminal.expect("> ")
      try terminal.type("set 0 é日本🚀\r")
    }
    #expect(found == [.line("set 0 é日本🚀", unusable: 0)])
  }

  @Test func `bytes that are not UTF-8 are reported with the line`() throws {
    let found = try inputs { terminal in
      try terminal.expect("> ")
      try terminal.type([0x61, 0xFF, 0x62, 0x0D])
    }
    #expect(found == [.line("ab", unusable: 1)])
  }

  @Test func `^D on an empty line is the end of input, and deletes within a line`() throws {
    let found = try inputs(2) { terminal in
      try terminal.expect("> ")
      try terminal.type("ab\u{1}\u{4}\r")
      try terminal.expect("> ")
      try terminal.type("\u{4}")
    }
    #expect(found == [.line("b", unusable: 0), .endOfInput])
  }

  @Test func `a paste of several lines is one input that waits for the Enter key`() throws {
    let found = try inputs { terminal in
      try terminal.expect("> ")
      try terminal.type("\u{1B}[200~start\rset 0 demo\rnext\r\u{1B}[201~")
      try terminal.expect("next")
      try terminal.type(" --now\r")
    }
    #expect(found == [.line("start\nset 0 demo\nnext --now", unusable: 0)])
  }

  @Test(arguments: [true, false])
  func `a line of 6,000 characters comes back whole, pasted or typed`(isPasted: Bool) throws {
    let long = String(repeating: "abcdefghij", count: 600)
    let found = try inputs { terminal in
      try terminal.expect("> ")
      try terminal.type(isPasted ? "\u{1B}[200~\(long)\u{1B}[201~\r" : "\(long)\r")
    }
    #expect(found == [.line(long, unusable: 0)])
  }

  @Test func `lines that were typed ahead are kept for the next prompts`() throws {
    let found = try inputs(3) { terminal in
      try terminal.expect("> ")
      try terminal.type("one\rtwo\rthree\r")
    }
    #expect(found == [.line("one", unusable: 0), .line("two", unusable: 0), .line("three", unusable: 0)])
  }

  @Test func `the arrow keys and ^R find earlier lines`() throws {
    let found = try inputs(4) { terminal in
      try terminal.expect("> ")
      try terminal.type("first\r")
      try terminal.expect("> ")
      try terminal.type("second\r")
      try terminal.expect("> ")
      try terminal.type("\u{1B}[A\u{1B}[A\r")
      try terminal.expect("> ")
      try terminal.type("\u{12}sec\r\r")
    }
    #expect(found.suffix(2) == [.line("first", unusable: 0), .line("second", unusable: 0)])
  }

  @Test func `Tab completes the one candidate and lists several`() throws {
    let found = try inputs(
      setUp: { editor in
        editor.completer = { line, cursor in
          let words = ["session", "set", "start"].filter { $0.hasPrefix(line) }
          return Completion(start: 0, candidates: words.map { Completion.Candidate($0) })
        }
      },
      typing: { terminal in
        try terminal.expect("> ")
        try terminal.type("se\t")
        try terminal.expect("session  set")
        try terminal.expect("> se")
        try terminal.type("s\t\r")
      })
    #expect(found == [.line("session ", unusable: 0)])
  }

  @Test(arguments: ["", "   ", "zz"])
  func `Tab with nothing to offer leaves the line alone`(typed: String) throws {
    let found = try inputs(
      setUp: { editor in editor.completer = { _, cursor in Completion(start: cursor, candidates: []) } },
      typing: { terminal in
        try terminal.expect("> ")
        try terminal.type("\(typed)\tx\r")
      })
    #expect(found == [.line("\(typed)x", unusable: 0)])
  }

  @Test func `a notice is printed above the prompt and the line goes on`() throws {
    let notices = Shared()
    let found = try inputs(
      setUp: { editor in notices.set(editor.notices) },
      typing: { terminal in
        try terminal.expect("> ")
        try terminal.type("half")
        try terminal.expect("half")
        notices.get()?.post("a notice")
        try terminal.expect("a notice\n")
        try terminal.expect("> half")
        try terminal.type(" done\r")
      })
    #expect(found == [.line("half done", unusable: 0)])
  }

  private final class Shared: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var notices: Notices?

    func set(_ notices: Notices) { lock.withLock { self.notices = notices } }
    func get() -> Notices? { lock.withLock { notices } }
  }

  @Test func `at 40 columns a long line can be edited at its beginning`() throws {
    terminal.resize(columns: 40, rows: 10)
    let long = String(repeating: "0123456789", count: 12)
    let found = try inputs { terminal in
      try terminal.expect("> ")
      try terminal.type("\(long)\u{1}x\r")
    }
    #expect(found == [.line("x\(long)", unusable: 0)])
  }
}
