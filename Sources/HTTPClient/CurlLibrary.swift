import CCurl
import DynamicLibrary
import Threads

/// libcurl, opened and made ready when something is to be sent and kept for the life of the process.
///
/// Debian's needs some thirty libraries itself, whose binding takes more than half of the start of a program; many runs send nothing.
struct CurlLibrary: Sendable {
  typealias Missing = DynamicLibrary<journey_curl>.Missing

  private let library: DynamicLibrary<journey_curl>

  var functions: UnsafePointer<journey_curl> { library.functions }

  private static let opened = OpenedOnce<CurlLibrary>()

  /// The library, or why there is none. libcurl's own start is made once, as it asks.
  static func shared() throws(Missing) -> CurlLibrary {
    try opened.get { () throws(Missing) in try CurlLibrary(JOURNEY_CURL_LIBRARY) }
  }

  private static let preparation: Void = { _ = WorkerThread.start { _ = try? shared() } }()

  /// Opens it on a thread of its own, for those who have something else to do before they send. Does so once.
  static func prepare() { preparation }

  init(_ fileName: String) throws(Missing) {
    library = try DynamicLibrary("libcurl", package: "libcurl4", fileName: fileName, journey_curl_find)
    guard functions.pointee.curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
      throw Missing(reason: "libcurl cannot start")
    }
  }
}
