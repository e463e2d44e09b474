import JSON
import Testing

/// Strings are read and written eight bytes at a time: what has to be noticed must be noticed wherever it stands in the eight.
struct StringScanTests {
  /// A text of `length` letters with one of them replaced.
  private func text(_ length: Int, with part: String, at place: Int) -> String {
    String(repeating: "a", count: place) + part + String(repeating: "z", count: length - place)
  }

  @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1F}", " ", "!", "#", "[", "]", "\u{7F}", "\u{80}", "é", "€", "😀"])
  func `a character comes back from every place of a text`(_ part: String) throws {
    for length in 0...24 {
      for place in 0...length {
        let value = JSON.string(text(length, with: part, at: place) + part)
        #expect(try JSON(parsing: value.bytes()) == value)
      }
    }
  }

  @Test func `a control character is refused at every place of a text`() throws {
    for control in UInt8(0)..<0x20 {
      for place in 0...17 {
        var bytes = Array("\"\(String(repeating: "a", count: 18))\"".utf8)
        bytes[1 + place] = control
        #expect {
          try JSON(parsing: bytes)
        } throws: { error in
          let error = error as? JSON.ParseError
          return error?.kind == .controlCharacter && error?.offset == 1 + place
        }
      }
    }
  }

  @Test func `all other ASCII stands for itself`() throws {
    let plain = (UInt8(0x20)...0x7F).filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    for start in 0..<8 {
      let text = String(decoding: plain[start...], as: UTF8.self)
      #expect(try JSON(parsing: "\"\(text)\"") == .string(text))
      #expect(JSON.string(text).text() == "\"\(text)\"")
    }
  }

  @Test func `a byte that is no UTF-8 is refused at every place of a text`() throws {
    for place in 0...17 {
      var bytes = Array("\"\(String(repeating: "a", count: 18))\"".utf8)
      bytes[1 + place] = 0xFF
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes) }
    }
  }
}
