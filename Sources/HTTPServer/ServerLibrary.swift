import CMicrohttpd
import DynamicLibrary

/// libmicrohttpd, opened with the first server and kept for the life of the process. Debian's brings GnuTLS, which no server here uses.
enum ServerLibrary {
  typealias Opened = DynamicLibrary<journey_mhd>

  private static let opened = OpenedOnce<Opened>()

  /// The library, or why there is none. Reads from disk the first time.
  static func shared() throws(Opened.Missing) -> Opened {
    try opened.get { () throws(Opened.Missing) in
      try Opened("libmicrohttpd", package: "libmicrohttpd12", fileName: JOURNEY_MHD_LIBRARY, journey_mhd_find)
    }
  }
}
