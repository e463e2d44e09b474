internal import CSecret
internal import DynamicLibrary

/// libsecret, opened at the first use and kept for the life of the process.
struct Library: Sendable {
  private let library: DynamicLibrary<journey_secret>

  /// The class of the objects that a ``Connection`` makes.
  let serviceType: Int

  var functions: journey_secret { library.functions.pointee }

  private static let opened = OpenedOnce<Library>()

  /// The library, or why there is none. Reads from disk the first time.
  static func shared() throws(SecretServiceError) -> Library {
    try opened.get { () throws(SecretServiceError) in try Library(JOURNEY_SECRET_LIBRARY) }
  }

  private init(_ fileName: String) throws(SecretServiceError) {
    do throws(DynamicLibrary<journey_secret>.Missing) {
      library = try DynamicLibrary("libsecret", package: "libsecret-1-0", fileName: fileName, journey_secret_find)
    } catch {
      throw .libraryMissing(error.reason)
    }
    serviceType = journey_secret_service_type(library.functions)
  }
}
