import LineEditor
import QRCode
import Testing

@testable import JourneyREPL

struct TypesetterTests {
  private func lines(
    _ text: String, lead: String = "", columns: Int?, hanging: Int? = nil, alone: Int? = nil
  ) -> [String] {
    Typesetter(appearance: Appearance(hasColor: false, columns: columns, isTerminal: columns != nil))
      .lines(StyledText(text), lead: StyledText(lead), hanging: hanging, alone: alone)
  }

  @Test func `a text wraps at blanks, below its beginning`() {
    #expect(lines("one two three four", lead: "  a  ", columns: 20) == ["  a  one two three", "     four"])
    #expect(lines("one two three", columns: nil) == ["one two three"])
    #expect(lines("one two three", columns: 9, hanging: 2) == ["one two", "  three"])
  }

  @Test func `a lead that leaves too little room has its line to itself`() {
    #expect(
      lines("one two", lead: "* [0] VeryLongNameOfType  ", columns: 40, alone: 6) == [
        "* [0] VeryLongNameOfType", "      one two",
      ])
    #expect(
      lines("one two", lead: "  --a-long-option-of-it  ", columns: 40) == ["  --a-long-option-of-it", "      one two"])
  }

  @Test func `a word that is wider than the terminal is left whole`() {
    let long = String(repeating: "x", count: 50)
    #expect(lines("see \(long) there", columns: 20) == ["see", long, "there"])
  }

  @Test
  func `East Asian text breaks between its characters, never before closing punctuation or behind an opening one`() {
    #expect(lines("日本語の文章は空白がない", columns: 20).map { TextWidth.of($0) } == [20, 4])
    #expect(lines("日本語の文章は空白が。ない", columns: 20) == ["日本語の文章は空白", "が。ない"])
    #expect(lines("日本語の文章は空白「ない」", columns: 20) == ["日本語の文章は空白", "「ない」"])
    #expect(lines("名前 [0] 日本", lead: "  ", columns: 20) == ["  名前 [0] 日本"])
    for line in lines("パスワードを入力してください、ユーザー名も入力してください。", lead: "* [0] ", columns: 24) {
      #expect(TextWidth.of(line) <= 24)
    }
  }

  @Test func `marks and joiners stay with what they belong to`() {
    let family = "👨‍👩‍👧"
    #expect(LineBreak.isAllowed(between: "\u{200D}", and: "👩") == false)
    #expect(lines("\(family)\(family)", columns: 20).joined() == "\(family)\(family)")
  }

  private func help(_ text: String, columns: Int) -> [String] {
    Renderer(Appearance(hasColor: false, columns: columns, isTerminal: true)).help(text)
  }

  @Test func `help wraps by words, the second column below itself`() {
    #expect(
      help("Commands:\n  set    Answer one input of the current step of it", columns: 40) == [
        "Commands:", "  set    Answer one input of the current", "         step of it",
      ])
    #expect(
      help("  set TARGET [value] --from SOURCE --secret", columns: 30) == [
        "  set TARGET [value] --from", "    SOURCE --secret",
      ])
  }

  @Test(arguments: [24, 40, 80, 120])
  func `no line of any help is wider than the terminal`(columns: Int) throws {
    for name in [nil] + CommandNames.all {
      for line in help(try CommandNames.page(name), columns: columns) {
        let isWord = !line.contains { $0 == " " } || line.split(separator: " ").contains { $0.count > columns - 12 }
        #expect(TextWidth.of(line) <= columns || isWord, "\(line)")
      }
    }
  }
}

struct EnrolmentCodeTests {
  private static let uri =
    "otpauth://totp/Sandbox:demo?secret=R2PYFZRISXA5L25NVSSYK2RQ6E======&issuer=Sandbox&algorithm=SHA1&digits=6&period=30"

  private func lines(_ appearance: Appearance) -> [String] { Renderer(appearance).enrolment(Self.uri) }

  private func appearance(_ columns: Int, color: Bool = false, utf8: Bool = true, dark: Bool = true) -> Appearance {
    Appearance(hasColor: color, columns: columns, isTerminal: true, showsUTF8: utf8, isDark: dark)
  }

  @Test func `the code is drawn where it fits, in the form that the terminal shows`() throws {
    let code = try QRCode(Self.uri)
    let forms: [(Appearance, QRCode.Style, Bool)] = [
      (appearance(120, color: true), .ansi, false), (appearance(120, color: true, utf8: false), .ansiWide, false),
      (appearance(120), .halfBlocks, true), (appearance(120, dark: false), .halfBlocks, false),
      (appearance(120, utf8: false), .ascii, true),
    ]
    for (appearance, style, inverted) in forms {
      let wanted = code.lines(style: style, quietZone: 2, inverted: inverted).map { "  \($0)" }
      #expect(Array(lines(appearance).dropFirst().prefix(wanted.count)) == wanted, "\(style)")
    }
  }

  @Test func `without room or terminal there is the way to the URI, and never the URI itself`() {
    for appearance in [appearance(40), appearance(80, utf8: false), .plain, appearance(120)] {
      let text = lines(appearance).joined(separator: " ")
      #expect(text.contains("--reveal'"))
      #expect(!text.contains("secret="))
    }
    #expect(lines(appearance(40))[0].contains("QR code needs"))
  }

  @Test func `a code that is higher than the terminal is not drawn`() throws {
    let height = try QRCode(Self.uri).lines(style: .halfBlocks, quietZone: 2, inverted: true).count
    var appearance = appearance(120)
    appearance.rows = height + 1
    #expect(lines(appearance).count > height)
    appearance.rows = height
    #expect(lines(appearance)[0].contains("and \(height + 1) lines"))
  }
}
