import JourneyCommands
import Testing

@Suite struct ScriptParserTests {
  private func words(_ line: String) throws -> [[String]] {
    try ScriptParser.parse(line: line).map { $0.words.map { $0.literal ?? "?" } }
  }

  @Test(
    arguments: [
      ("set 0 demo", [["set", "0", "demo"]]),
      ("  a\t b  ", [["a", "b"]]),
      ("a 'b c' \"d e\"", [["a", "b c", "d e"]]),
      ("a 'it'\\''s'", [["a", "it's"]]),
      ("a b'c'\"d\"e", [["a", "bcde"]]),
      ("a '' \"\"", [["a", "", ""]]),
      ("a \"x\\\"y\\\\z\\$w\\n\\t\\u{20ac}\"", [["a", "x\"y\\z$w\n\t€"]]),
      ("a '\\n$x'", [["a", "\\n$x"]]),
      ("a b\\ c \\;\\#", [["a", "b c", ";#"]]),
      ("a b;c d", [["a", "b"], ["c", "d"]]),
      ("a ';' \";\"", [["a", ";", ";"]]),
      (";;a;;", [["a"]]),
      ("a # rest", [["a"]]),
      ("a b#c", [["a", "b#c"]]),
      ("# all", []),
      ("a $ $x \\${y}", [["a", "$", "$x", "${y}"]]),
      ("a e\u{301}\u{2028}b", [["a", "e\u{301}\u{2028}b"]]),
      ("a -1 @x", [["a", "-1", "@x"]]),
    ] as [(String, [[String]])])
  func `words are cut by blanks, quotes and escapes`(_ line: String, _ expected: [[String]]) throws {
    #expect(try words(line) == expected)
  }

  @Test(arguments: [
    ("-next", true, false), ("- next", true, false), ("@next", false, true), ("-@next", true, true),
    ("@- next", true, true), ("next", false, false),
  ])
  func `a command may begin with - and @ in either order`(_ line: String, _ tolerates: Bool, _ silent: Bool) throws {
    let command = try #require(try ScriptParser.parse(line: line).first)
    #expect(command.words.map(\.literal) == ["next"])
    #expect(command.toleratesFailure == tolerates)
    #expect(command.isSilent == silent)
  }

  @Test func `variables stay pieces of their word`() throws {
    let command = try #require(try ScriptParser.parse(line: "echo a${x}\"${env:Y}b\" '${z}'").first)
    #expect(command.words[1].pieces == [.literal("a"), .variable("x"), .environment("Y"), .literal("b")])
    #expect(command.words[2].pieces == [.literal("${z}")])
  }

  @Test(arguments: [
    ("echo 'abc", 1, 6), ("echo \"abc", 1, 6), ("echo \"a\\x\"", 1, 8), ("echo \"\\u{110000}\"", 1, 7),
    ("echo \"\\u{}\"", 1, 7), ("echo ${x", 1, 6), ("echo ${}", 1, 6), ("echo ${a b}", 1, 6), ("echo ${env:}", 1, 6),
    ("a; -", 1, 4), ("echo a \\\n 'b", 2, 2),
  ])
  func `a fault is told with its line and column`(_ line: String, _ row: Int, _ column: Int) {
    #expect {
      try ScriptParser.parse(line: line)
    } throws: { error in
      let failure = error as? Failure
      return failure?.code == .usage && failure?.place == ScriptPlace(line: row, column: column)
    }
  }

  @Test func `a backslash at the end of a line continues it`() throws {
    #expect(try words("a b\\\nc \\\n d") == [["a", "bc", "d"]])
    #expect(try words("a \"b\\\nc\"") == [["a", "bc"]])
    #expect(throws: Failure.self) { try words("a \\") }
  }

  @Test func `a comment is not continued`() throws {
    #expect(try words("# a \\\nb") == [["b"]])
  }

  @Test func `LF and CRLF end lines and a byte order mark is skipped`() throws {
    var parser = ScriptParser(file: "x")
    parser.feed([0xEF, 0xBB, 0xBF] + Array("a 1\r\nb 2\n\r\nc \\\r\n3".utf8))
    parser.finish()
    var seen: [[String]] = []
    while let commands = try parser.next() { seen += commands.map { $0.words.map { $0.literal ?? "?" } } }
    #expect(seen == [["a", "1"], ["b", "2"], ["c", "3"]])
  }

  @Test func `the same commands come out however the bytes come in`() throws {
    let text = Array("echo é🚀; set 0 'x y'\n# c\n-next \\\n --now\n@quit".utf8)
    var whole = ScriptParser(file: "x")
    whole.feed(text)
    whole.finish()
    var expected: [ParsedCommand] = []
    while let commands = try whole.next() { expected += commands }
    var split = ScriptParser(file: "x")
    var seen: [ParsedCommand] = []
    for byte in text {
      split.feed([byte])
      while let commands = try split.next() { seen += commands }
    }
    split.finish()
    while let commands = try split.next() { seen += commands }
    #expect(expected.count == 4)
    #expect(seen == expected)
  }

  @Test func `bytes that are not UTF-8 are an error with file and line`() {
    var parser = ScriptParser(file: "login.journey")
    parser.feed(Array("echo a\necho \u{e9}".utf8) + [0xff, 0x0a])
    parser.finish()
    #expect {
      while try parser.next() != nil {}
    } throws: { error in
      (error as? Failure)?.place == ScriptPlace(file: "login.journey", line: 2, column: 7)
    }
  }

  @Test func `a line may have a mebibyte and not more`() throws {
    var fits = ScriptParser()
    let mebibyte = 1 << 20
    fits.feed(Array("echo ".utf8) + [UInt8](repeating: 0x61, count: mebibyte - 6) + [0x0a])
    #expect(try fits.next()?.first?.words.count == 2)
    for end in [[0x0a], []] as [[UInt8]] {
      var long = ScriptParser()
      long.feed(Array("echo ".utf8) + [UInt8](repeating: 0x61, count: mebibyte - 5) + end)
      long.finish()
      let failure = #expect(throws: Failure.self) { try long.next() }
      #expect(failure?.message.contains("1 MiB") == true, "\(failure?.message ?? "")")
    }
  }

  @Test func `the text of a command is as it was written`() throws {
    let commands = try ScriptParser.parse(line: " -set 0 '${x}' ;  @echo \"a b\"  # c")
    #expect(commands.map(\.text) == ["-set 0 '${x}'", "@echo \"a b\""])
    #expect(commands.map(\.place.column) == [2, 19])
  }

  @Test(arguments: [
    ("a \\", true), ("a", false), ("a \\\nb", false), ("a \\\nb \\", true), ("# a \\", false), ("'a \\", false),
  ])
  func `a terminal asks for more where the line goes on`(_ text: String, _ expected: Bool) {
    #expect(ScriptParser.continues(text) == expected)
  }
}
