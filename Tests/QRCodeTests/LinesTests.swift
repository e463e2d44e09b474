import QRCode
import Testing

struct LinesTests {
  @Test(arguments: QRCode.Style.allCases, [2, 3, 4])
  func `the lines show the code with its quiet zone`(_ style: QRCode.Style, _ quietZone: Int) throws {
    let code = try QRCode("https://am.example.com/enrol")
    let grid = DrawnCode(code.lines(style: style, quietZone: quietZone), style: style)
    let width = code.size + 2 * quietZone
    #expect(grid.rows.allSatisfy { $0.count == width })
    #expect(grid.rows.count == (style == .halfBlocks || style == .ansi ? (width + 1) / 2 * 2 : width))
    for (y, row) in grid.rows.enumerated() {
      for (x, isDark) in row.enumerated() {
        #expect(isDark == code[x - quietZone, y - quietZone])
      }
    }
  }

  @Test(arguments: QRCode.Style.allCases)
  func `inverted lines are the opposite, module for module`(_ style: QRCode.Style) throws {
    let code = try QRCode("A1")
    let plain = DrawnCode(code.lines(style: style), style: style)
    let inverted = DrawnCode(code.lines(style: style, inverted: true), style: style)
    #expect(inverted.rows == plain.rows.map { row in row.map { !$0 } })
  }

  @Test(arguments: QRCode.Style.allCases)
  func `escapes are in the coloured styles alone, and end with the line`(_ style: QRCode.Style) throws {
    for line in try QRCode("A1").lines(style: style) {
      #expect(line.contains("\u{1B}") == style.isColoured)
      #expect(line.hasSuffix("\u{1B}[0m") == style.isColoured)
      #expect(style == .halfBlocks || style == .ansi || line.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `an enrolment URI fits into a terminal of 80 columns and 24 lines`() throws {
    let uri = "otpauth://totp/Example:demo?secret=JBSWY3DPEHPK3PXP&issuer=Example&digits=6&period=30"
    let lines = try QRCode(uri).lines(style: .halfBlocks)
    #expect(lines.allSatisfy { $0.count < 80 })
    #expect(lines.count < 24)
  }
}
