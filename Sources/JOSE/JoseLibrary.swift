internal import CJose
internal import Threads

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// José and the jansson that it stands on, opened at the first use and kept for the life of the process.
///
/// Most runs of a program check no token, and José's start takes as long as that of all other libraries together: it has OpenSSL
/// gather randomness before `main`, were it linked.
package struct JoseLibrary: Sendable {
  // Written before anyone sees it and only read from then on.
  nonisolated(unsafe) let functions: UnsafePointer<journey_jose>

  private static let opened = open(JOURNEY_JOSE_LIBRARY)
  private static let preparation: Void = { _ = WorkerThread.start { _ = opened } }()

  /// Opens the library on a thread of its own, for those who wait for a token meanwhile. Does so once.
  package static func prepare() { preparation }

  /// The library, or why there is none. Reads from disk the first time.
  static func shared() throws(JOSEError) -> JoseLibrary { try opened.get() }

  static func open(_ fileName: String) -> Result<JoseLibrary, JOSEError> {
    guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? fileName
      return .failure(.library("José cannot be opened (\(reason)); on Debian the package is libjose0"))
    }
    let functions = UnsafeMutablePointer<journey_jose>.allocate(capacity: 1)
    if let missing = journey_jose_find(handle, functions) {
      functions.deallocate()
      return .failure(.library("\(fileName) has no \(String(cString: missing))"))
    }
    return .success(JoseLibrary(functions: UnsafePointer(functions)))
  }
}
