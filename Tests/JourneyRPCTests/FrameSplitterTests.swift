import JourneyRPC
import Testing

@Suite struct FrameSplitterTests {
  static let body = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":["hé日本🚀"]}"#
  static func headed(_ text: String, lineEnd: String = "\r\n") -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\(lineEnd)\(lineEnd)\(text)".utf8)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a line is a message, whatever ends it`(_ end: String) {
    var splitter = FrameSplitter()
    #expect(splitter.feed(Array((Self.body + end + end + Self.body + end).utf8)) == [Self.message, Self.message])
    #expect(splitter.framing == .line)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `headers with a length make a message`(_ end: String) {
    var splitter = FrameSplitter()
    let bytes = Self.headed(Self.body, lineEnd: end)
    #expect(splitter.feed(bytes + bytes) == [Self.message, Self.message])
    #expect(splitter.framing == .header)
  }

  @Test func `the stream may be cut at every byte`() {
    let streams = [Array((Self.body + "\n" + Self.body + "\n").utf8), Self.headed(Self.body) + Self.headed(Self.body)]
    for stream in streams {
      for cut in stream.indices {
        var splitter = FrameSplitter()
        let frames = splitter.feed(stream[..<cut]) + splitter.feed(stream[cut...])
        #expect(frames == [Self.message, Self.message], "cut at \(cut)")
      }
      var splitter = FrameSplitter()
      #expect(stream.flatMap { splitter.feed([$0]) } == [Self.message, Self.message])
    }
  }

  @Test func `a word that begins like a header is a line`() {
    var splitter = FrameSplitter()
    #expect(splitter.feed(Array("Contents\n".utf8)) == [.message(Array("Contents".utf8))])
    #expect(splitter.framing == .line)
  }

  @Test func `header names have no case and others may stand beside`() {
    var splitter = FrameSplitter()
    let text = "\r\n content-type: x\r\ncontent-LENGTH: 2\r\nX: y\r\n\r\n{}"
    #expect(splitter.feed(Array(text.utf8)) == [.message(Array("{}".utf8))])
  }

  @Test(arguments: [
    "Content-Length: -5", "Content-Length: abc", "Content-Length: 99999999999999999999", "Content-Type: x",
  ])
  func `broken headers are told once and the next message is read`(_ head: String) {
    var splitter = FrameSplitter()
    let frames = splitter.feed(Array("\(head)\r\n\r\n{}".utf8) + Self.headed(Self.body))
    #expect(frames.count == 2)
    guard case .malformed = frames.first else { return #expect(Bool(false), "\(frames)") }
    #expect(frames.last == Self.message)
  }

  @Test func `headers without an end are given up`() {
    var splitter = FrameSplitter()
    let frames = splitter.feed(Array("Content-Length: ".utf8) + [UInt8](repeating: 0x31, count: 70_000))
    #expect(frames.count == 1)
    #expect(splitter.feed(Self.headed(Self.body)) == [Self.message])
  }

  @Test func `a line past the limit is dropped and the next one read`() {
    for limitBreaker in [101, 100_000] {
      var splitter = FrameSplitter(limit: 100)
      let long = [UInt8](repeating: 0x78, count: limitBreaker)
      let frames = splitter.feed(Array("ok\n".utf8)) + splitter.feed(long) + splitter.feed(Array("\nok\n".utf8))
      #expect(frames.count == 3)
      guard case .tooLarge = frames[1] else { return #expect(Bool(false), "\(frames)") }
      #expect(frames[2] == .message(Array("ok".utf8)))
    }
    var splitter = FrameSplitter(limit: 100)
    let edge = [UInt8](repeating: 0x78, count: 100)
    #expect(splitter.feed(edge + [0x0A]) == [.message(edge)])
  }

  @Test func `a body past the limit is passed over`() {
    var splitter = FrameSplitter(limit: 100)
    let frames = splitter.feed(Self.headed(String(repeating: "x", count: 101)) + Self.headed("ok"))
    #expect(frames == [.tooLarge(beginning: [UInt8](repeating: 0x78, count: 101)), .message(Array("ok".utf8))])
  }

  @Test func `a last line without an end is a message`() {
    var splitter = FrameSplitter()
    #expect(splitter.feed(Array(Self.body.utf8)).isEmpty)
    #expect(splitter.finish() == [Self.message])
    #expect(splitter.finish().isEmpty)
  }

  @Test func `a line separator of Unicode ends no line`() {
    var splitter = FrameSplitter()
    #expect(splitter.feed(Array("\"a\u{2028}b\u{85}c\"\n".utf8)) == [.message(Array("\"a\u{2028}b\u{85}c\"".utf8))])
  }

  static let message = Frame.message(Array(body.utf8))
}
