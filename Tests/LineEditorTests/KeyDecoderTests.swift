import Testing

@testable import LineEditor

struct KeyDecoderTests {
  private func events(_ bytes: [UInt8], oneByOne: Bool) -> [KeyDecoder.Event] {
    var decoder = KeyDecoder()
    var events: [KeyDecoder.Event] = []
    for chunk in oneByOne ? bytes.map({ [$0] }) : [bytes] {
      decoder.feed(chunk)
      while let event = decoder.next() { events.append(event) }
    }
    while let event = decoder.next(isComplete: true) { events.append(event) }
    return events
  }

  @Test(arguments: [true, false])
  func `characters of one to four bytes come out whole, however the bytes arrive`(oneByOne: Bool) {
    let text = "aé日🚀e\u{301}"
    #expect(events(Array(text.utf8), oneByOne: oneByOne) == text.unicodeScalars.map { .character($0) })
  }

  @Test(arguments: [true, false])
  func `bytes that are not UTF-8 are counted and the rest is kept`(oneByOne: Bool) {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE2, 0x82, 0x64, 0x00, 0x65]
    #expect(
      events(bytes, oneByOne: oneByOne) == [
        .character("a"), .unusable(1), .character("b"), .unusable(1), .character("c"), .unusable(1), .unusable(1),
        .character("d"), .unusable(1), .character("e"),
      ])
  }

  @Test(arguments: [true, false])
  func `a paste comes in one piece with LF line ends and its controls left out`(oneByOne: Bool) {
    let bytes = Array("x\u{1B}[200~a\r\nb\rc\n\td\u{1B}[2J\u{7}\u{1B}[201~y".utf8)
    #expect(
      events(bytes, oneByOne: oneByOne) == [
        .character("x"), .paste("a\nb\nc\n\td[2J"), .unusable(1), .unusable(1), .character("y"),
      ])
  }

  @Test func `a lone escape is a key once nothing follows`() {
    var decoder = KeyDecoder()
    decoder.feed([0x1B])
    #expect(decoder.next() == nil)
    #expect(decoder.next(isComplete: true) == .character("\u{1B}"))
    #expect(!decoder.hasRest)
  }

  @Test func `an arrow key is given on as it is`() {
    #expect(
      events(Array("\u{1B}[A".utf8), oneByOne: true) == [.character("\u{1B}"), .character("["), .character("A")])
  }

  @Test func `the end mark of a paste that was cut off is no key`() {
    #expect(events(Array("a\u{1B}[201~b".utf8), oneByOne: false) == [.character("a"), .character("b")])
  }

  @Test func `a paste beyond the limit of a line is cut and the cut is counted`() {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) + 3)
    let found = events(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~".utf8), oneByOne: false)
    #expect(found.first == .paste(String(repeating: "x", count: 1 << 20)))
    #expect(found.dropFirst() == [.unusable(1), .unusable(1), .unusable(1)])
  }
}
