import DynamicLibrary
import Testing

@testable import HTTPClient

#if os(Linux)
  /// libcurl as it is opened, and what is said where it cannot be.
  struct LibraryTests {
    private func reason(_ fileName: String) -> String? {
      do throws(CurlLibrary.Missing) {
        _ = try CurlLibrary(fileName)
        return nil
      } catch {
        return error.reason
      }
    }

    @Test func `a library that is not there is told with its file and the package that has it`() throws {
      let said = try #require(reason("libcurl-nowhere.so.4"))
      #expect(said.hasPrefix("libcurl, on Debian the package libcurl4, cannot be opened: libcurl-nowhere.so.4: "))
    }

    @Test func `a library that lacks a function is told with the function's name`() {
      #expect(reason("libm.so.6")?.hasSuffix("libm.so.6 has no curl_global_init") == true)
    }

    @Test func `what could not be opened is tried again, what was opened is kept`() throws {
      struct No: Error {}
      let once = OpenedOnce<Int>()
      #expect(throws: No.self) { try once.get { () throws(No) in throw No() } }
      #expect(try once.get { () throws(No) in 1 } == 1)
      #expect(try once.get { () throws(No) in 2 } == 1)
    }

    @Test func `the library of the system has all that is used`() {
      #expect(reason("libcurl.so.4") == nil)
    }
  }
#endif
