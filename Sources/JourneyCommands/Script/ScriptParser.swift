/// Reads a script as it comes in: bytes in any pieces go in, the commands of one line after the other come out, so that a
/// line runs before the next one is looked at, whichever way the script came.
///
/// LF and CRLF end lines, a byte-order mark at the start is skipped. Errors are `usage` failures with a place: bytes that are
/// not UTF-8, a line (with its continuations) of more than 1 MiB, and what `LineLexer` refuses. After an error the parser
/// goes on with the next line.
///
/// - Source: CONTRACT.md 2, DESIGN.md 7.
package struct ScriptParser: Sendable {
  /// The most bytes in a line, continuations included.
  package static let lineLimit = 1 << 20

  private let file: String?
  private var buffer: [UInt8] = []
  private var read = 0
  private var scanned = 0
  private var line = 0
  private var isAtEnd = false

  package init(file: String? = nil) {
    self.file = file
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    if read > 0, read == buffer.count || read > 1 << 16 {
      buffer.removeFirst(read)
      scanned -= read
      read = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Says that no more bytes come, so that a last line without a line end counts.
  package mutating func finish() { isAtEnd = true }

  /// How many lines were taken up, the last one with its continuations.
  var linesRead: Int { line }

  /// The commands of the next line that has any; nil when more bytes are needed, or after the last line.
  package mutating func next() throws(Failure) -> [ParsedCommand]? {
    while true {
      let (before, numberBefore) = (read, line)
      var lexer = LineLexer(file: file, line: line + 1)
      var length = 0
      var commands: [ParsedCommand]?
      while commands == nil {
        guard let bytes = try takeLine() else {
          if isAtEnd, length > 0 {
            throw fault("The last line ends in a backslash, and nothing follows.", line: line, column: 1)
          }
          (read, line) = (before, numberBefore)
          scanned = read
          return nil
        }
        length += bytes.count + 1
        guard length <= Self.lineLimit else { throw tooLong() }
        commands = try lexer.take(try text(bytes))
      }
      if let commands, !commands.isEmpty { return commands }
    }
  }

  /// The commands of one line that is complete, for example from a terminal.
  package static func parse(line: String) throws(Failure) -> [ParsedCommand] {
    var parser = ScriptParser()
    parser.feed(line.utf8)
    parser.finish()
    var commands: [ParsedCommand] = []
    while let more = try parser.next() { commands += more }
    return commands
  }

  /// Whether text from a terminal ends in a line that goes on with the next one.
  package static func continues(_ text: String) -> Bool {
    var lexer = LineLexer(file: nil, line: 1)
    var isOpen = false
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      do throws(Failure) {
        isOpen = try lexer.take(String(line)) == nil
      } catch {
        return false
      }
      if !isOpen { lexer = LineLexer(file: nil, line: 1) }
    }
    return isOpen
  }

  /// The bytes of the next line without its end; nil when it has not come whole.
  private mutating func takeLine() throws(Failure) -> ArraySlice<UInt8>? {
    scanned = max(scanned, read)
    guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
      scanned = buffer.count
      if buffer.count - read > Self.lineLimit {
        line += 1
        throw tooLong()
      }
      guard isAtEnd, read < buffer.count else { return nil }
      defer { read = buffer.count }
      line += 1
      return cleaned(buffer[read..<buffer.count])
    }
    defer {
      read = end + 1
      scanned = read
    }
    line += 1
    return cleaned(buffer[read..<end])
  }

  private func cleaned(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let valid = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }
    throw fault("The line is not UTF-8.", line: line, column: valid.count + 1)
  }

  private mutating func tooLong() -> Failure {
    let failure = fault("The line is longer than 1 MiB.", line: line, column: 1)
    read = buffer.count
    return failure
  }

  private func fault(_ message: String, line: Int, column: Int) -> Failure {
    var failure = Failure(.usage, message)
    failure.place = ScriptPlace(file: file, line: line, column: column)
    return failure
  }
}
