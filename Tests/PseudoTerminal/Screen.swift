/// What a terminal shows: the cells that a person sees after everything that a program has written, and what has scrolled away above.
///
/// It is an xterm as far as line editors use one. After a resize lines flow anew, as in most terminals.
package struct Screen {
  /// A row as it is seen.
  package struct Row {
    /// What each cell shows; behind a wide character stands an empty one.
    fileprivate var cells: [String] = []
    /// The line went on past the edge, so that the terminal broke it.
    package fileprivate(set) var goesOn = false

    /// Without the blanks at its end.
    package var text: String {
      let shown = cells.map { $0 == Screen.nothing ? " " : $0 }.joined()
      return String(shown.reversed().drop { $0 == " " }.reversed())
    }
  }

  package private(set) var columns: Int
  private var height: Int
  /// Every row, the ones that have scrolled away first.
  package private(set) var rows: [Row] = [Row()]
  /// The first row that is on the screen.
  private var top = 0
  package private(set) var cursor = (row: 0, column: 0)
  private var isAtEdge = false
  private var inserts = false
  private var decoder = ScreenDecoder()
  /// A cell that nothing was written to.
  fileprivate static let nothing = "\u{0}"

  package init(columns: Int, rows: Int) {
    (self.columns, height) = (columns, rows)
  }

  /// The rows as text, without empty ones at the end.
  package var lines: [String] {
    var lines = rows.map(\.text)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Whether the last thing on it is `line`, from its first row on. Blanks do not count, nor does how rows are parted: an editor breaks a long
  /// line here by the terminal's edge and there by a line end, and a wide character leaves the last cell empty.
  package func ends(with line: String) -> Bool {
    let line = Self.squeezed(line)
    let first = rows.lastIndex { Self.squeezed($0.text).hasPrefix(line.prefix(12)) }
    return first.map { Self.squeezed(rows[$0...].map(\.text).joined()) == line } ?? false
  }

  /// Without blanks.
  package static func squeezed(_ text: String) -> String { text.filter { $0 != " " } }

  // MARK: - What is written

  package mutating func write(_ bytes: some Sequence<UInt8>) {
    CellWidth.withUTF8 {
      for byte in bytes { if let part = decoder.feed(byte) { take(part) } }
    }
  }

  private mutating func take(_ part: ScreenDecoder.Part) {
    switch part {
    case .scalar(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .sequence(let final, let numbers): sequence(final, numbers)
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(to: cursor.row, cursor.column - 1)
    case 0x09: move(to: cursor.row, min(columns - 1, (cursor.column / 8 + 1) * 8))
    case 0x0A: lineFeed()
    case 0x0D: move(to: cursor.row, 0)
    default: break
    }
  }

  private mutating func sequence(_ final: UInt8, _ numbers: [Int]) {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case UInt8(ascii: "A"): move(to: max(top, cursor.row - count), cursor.column)
    case UInt8(ascii: "B"): move(to: min(top + height - 1, cursor.row + count), cursor.column)
    case UInt8(ascii: "C"): move(to: cursor.row, cursor.column + count)
    case UInt8(ascii: "D"): move(to: cursor.row, cursor.column - count)
    case UInt8(ascii: "G"): move(to: cursor.row, count - 1)
    case UInt8(ascii: "H"): move(to: top + count - 1, max(1, numbers.dropFirst().first ?? 1) - 1)
    case UInt8(ascii: "J"): eraseBelow(whole: numbers.first == 2)
    case UInt8(ascii: "K"): erase(cursor.row, from: cursor.column)
    case UInt8(ascii: "P"): delete(count)
    case UInt8(ascii: "@"): insert(count)
    case UInt8(ascii: "h"): if numbers == [4] { inserts = true }
    case UInt8(ascii: "l"): if numbers == [4] { inserts = false }
    default: break
    }
  }

  // MARK: - Cells

  private mutating func move(to row: Int, _ column: Int) {
    cursor = (row, min(max(0, column), columns - 1))
    isAtEdge = false
    while rows.count <= cursor.row { rows.append(Row()) }
  }

  private mutating func lineFeed() {
    let column = cursor.column
    move(to: cursor.row + 1, column)
    top = max(top, cursor.row - height + 1)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = CellWidth.of(scalar)
    guard width > 0 else { return combine(scalar) }
    if isAtEdge || cursor.column + width > columns {
      rows[cursor.row].goesOn = true
      lineFeed()
      move(to: cursor.row, 0)
    }
    if inserts { insert(width) }
    fill(cursor.row, to: cursor.column + width)
    rows[cursor.row].cells[cursor.column] = String(Character(scalar))
    if width == 2 { rows[cursor.row].cells[cursor.column + 1] = "" }
    if cursor.column + width >= columns {
      cursor.column = columns - 1
      isAtEdge = true
    } else {
      cursor.column += width
    }
  }

  /// A mark goes onto the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = isAtEdge ? cursor.column : cursor.column - 1
    if column > 0, rows[cursor.row].cells.indices.contains(column), rows[cursor.row].cells[column].isEmpty {
      column -= 1
    }
    guard column >= 0, rows[cursor.row].cells.indices.contains(column) else { return }
    rows[cursor.row].cells[column].unicodeScalars.append(scalar)
  }

  private mutating func fill(_ row: Int, to count: Int) {
    while rows[row].cells.count < count { rows[row].cells.append(Self.nothing) }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    if rows[row].cells.count > column { rows[row].cells.removeLast(rows[row].cells.count - column) }
    rows[row].goesOn = false
  }

  private mutating func eraseBelow(whole: Bool) {
    if whole { for row in top..<rows.count { erase(row, from: 0) } }
    erase(cursor.row, from: cursor.column)
    for row in rows.indices.dropFirst(cursor.row + 1) { erase(row, from: 0) }
  }

  private mutating func delete(_ count: Int) {
    let end = min(rows[cursor.row].cells.count, cursor.column + count)
    if end > cursor.column { rows[cursor.row].cells.removeSubrange(cursor.column..<end) }
  }

  private mutating func insert(_ count: Int) {
    fill(cursor.row, to: cursor.column)
    rows[cursor.row].cells.insert(contentsOf: Array(repeating: " ", count: count), at: cursor.column)
    if rows[cursor.row].cells.count > columns {
      rows[cursor.row].cells.removeLast(rows[cursor.row].cells.count - columns)
    }
  }

  // MARK: - Another size

  package mutating func resize(columns: Int, rows height: Int) {
    var flowed: [Row] = []
    var place = (row: 0, column: 0)
    var index = 0
    while index < rows.count {
      var line: [String] = []
      var offset: Int?
      var goesOn = true
      while goesOn, index < rows.count {
        if index == cursor.row { offset = line.count + cursor.column }
        line += rows[index].cells
        goesOn = rows[index].goesOn
        index += 1
      }
      let start = flowed.count
      flowed += Self.flow(line, columns)
      if let offset { place = (start + min(offset / columns, flowed.count - start), offset % columns) }
    }
    (self.columns, self.height) = (columns, height)
    rows = flowed
    move(to: place.row, place.column)
    top = max(0, max(rows.count, cursor.row + 1) - height)
  }

  private static func flow(_ cells: [String], _ columns: Int) -> [Row] {
    var rows = [Row()]
    for (index, cell) in cells.enumerated() {
      let isWide = cells.indices.contains(index + 1) && cells[index + 1].isEmpty
      if rows[rows.count - 1].cells.count + (isWide ? 2 : 1) > columns {
        rows[rows.count - 1].goesOn = true
        rows.append(Row())
      }
      rows[rows.count - 1].cells.append(cell)
    }
    return rows
  }
}
