import LineEditor
import Testing

@testable import JourneyREPL

struct StatusLineTests {
  private let pipe: (readEnd: Int32, writeEnd: Int32)
  private let status: StatusLine

  init() throws {
    pipe = try #require(Descriptors.makePipe())
    status = StatusLine(descriptor: pipe.writeEnd, hasColor: false, grace: .zero)
  }

  /// What was drawn since the last time.
  private var drawn: String { Descriptors.readSome(pipe.readEnd).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  @Test func `the main loop does not wait for what is being written, and draws nothing into it`() {
    status.begin()
    status.tick()
    #expect(drawn.contains("waiting for the server"))
    status.write {
      #expect(drawn == "\r\u{1B}[K")
      status.tick()
      status.write { status.tick() }
      status.tick()
      #expect(drawn.isEmpty)
    }
    status.tick()
    #expect(drawn.contains("waiting for the server"))
  }
}
