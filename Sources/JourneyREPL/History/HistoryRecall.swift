/// `!!` and `!N`: an earlier line once more, with what is typed behind it.
enum HistoryRecall: Equatable {
  /// The line has no `!` at its start.
  case none
  case line(String)
  /// `!` alone: the numbers are asked for.
  case list
  case unknown(String)

  /// - Parameter earlier: The lines of this shell and of the file, oldest first; the first one is number 1.
  init(_ line: String, earlier: [String]) {
    let bytes = Array(line.utf8)
    guard bytes.first == UInt8(ascii: "!") else {
      self = .none
      return
    }
    let rest = bytes.dropFirst()
    if rest.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      self = .list
      return
    }
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let found: String?
    let behind: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "!") {
      found = earlier.last
      behind = rest.dropFirst()
    } else {
      let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      found = earlier.indices.contains(number - 1) ? earlier[number - 1] : nil
      behind = rest.dropFirst(digits.count)
    }
    self = found.map { .line($0 + String(decoding: behind, as: UTF8.self)) } ?? .unknown(line)
  }
}
