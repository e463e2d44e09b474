import Testing

@testable import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SignalPipeTests {
  @Test(.timeLimit(.minutes(1)), arguments: [SIGCONT, SIGWINCH])
  func `a signal that does nothing by default is not waited for`(_ signal: Int32) throws {
    try #require(SignalPipe.shared).actByDefault(on: signal)
  }
}
