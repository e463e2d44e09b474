import Foundation
import PseudoTerminal
import Testing

@testable import JourneyREPL

struct AppearanceTests {
  @Test func `a pipe or a file gets plain text`() {
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    #expect(Appearance(descriptor: file, environment: ["TERM": "xterm"], refusesColor: false) == .plain)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false, true), (["TERM": "xterm", "NO_COLOR": "1"], false, false),
    (["TERM": "xterm", "NO_COLOR": ""], false, true), (["TERM": "dumb"], false, false), ([:], false, false),
    (["TERM": "xterm"], true, false),
  ])
  func `colour follows NO_COLOR, TERM and --no-color`(environment: [String: String], refuses: Bool, hasColor: Bool)
    throws
  {
    let terminal = try PseudoTerminal(columns: 40)
    let found = Appearance(descriptor: terminal.slave, environment: environment, refusesColor: refuses)
    var wanted = Appearance(hasColor: hasColor, columns: 40, isTerminal: true, showsUTF8: false)
    wanted.rows = 24
    #expect(found == wanted)
  }
}
