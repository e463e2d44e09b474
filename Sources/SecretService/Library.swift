internal import CSecret

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// libsecret, opened at the first use and kept for the life of the process.
struct Library: Sendable {
  // Written before anyone sees it and only read from then on.
  private nonisolated(unsafe) let table: UnsafePointer<journey_secret>

  /// The class of the objects that a ``Connection`` makes.
  let serviceType: Int

  var functions: journey_secret { table.pointee }

  private static let opened = open(JOURNEY_SECRET_LIBRARY)

  /// The library, or why there is none. Reads from disk the first time.
  static func shared() throws(SecretServiceError) -> Library {
    try opened.get()
  }

  private static func open(_ fileName: String) -> Result<Library, SecretServiceError> {
    guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      return .failure(.libraryMissing(dlerror().map { String(cString: $0) } ?? fileName))
    }
    let table = UnsafeMutablePointer<journey_secret>.allocate(capacity: 1)
    if let missing = journey_secret_find(handle, table) {
      table.deallocate()
      return .failure(.libraryMissing("\(fileName) has no \(String(cString: missing))"))
    }
    return .success(Library(table: UnsafePointer(table), serviceType: journey_secret_service_type(table)))
  }
}
