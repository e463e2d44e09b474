internal import CJose
internal import DynamicLibrary
internal import Threads

/// José and the jansson that it stands on, opened at the first use and kept for the life of the process.
///
/// Most runs of a program check no token, and José's start takes long: it has OpenSSL gather randomness before `main`, were it linked.
package struct JoseLibrary: Sendable {
  private let library: DynamicLibrary<journey_jose>

  var functions: UnsafePointer<journey_jose> { library.functions }

  private static let opened = OpenedOnce<JoseLibrary>()
  private static let preparation: Void = { _ = WorkerThread.start { _ = try? shared() } }()

  /// Opens the library on a thread of its own, for those who wait for a token meanwhile. Does so once.
  package static func prepare() { preparation }

  /// The library, or why there is none. Reads from disk the first time.
  static func shared() throws(JOSEError) -> JoseLibrary {
    try opened.get { () throws(JOSEError) in try JoseLibrary(JOURNEY_JOSE_LIBRARY) }
  }

  init(_ fileName: String) throws(JOSEError) {
    do throws(DynamicLibrary<journey_jose>.Missing) {
      library = try DynamicLibrary("José", package: "libjose0", fileName: fileName, journey_jose_find)
    } catch {
      throw .library(error.reason)
    }
  }
}
