import Testing

@testable import JOSE

#if os(Linux)
  struct LibraryTests {
    @Test func `a library that is not there is told with its file and the package that has it`() {
      let error = #expect(throws: JOSEError.self) { _ = try JoseLibrary("libjose-nowhere.so.0") }
      guard case .library(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("José, on Debian the package libjose0, cannot be opened: libjose-nowhere.so.0: "))
    }
  }
#endif
