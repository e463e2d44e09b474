#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A C library that is opened when it is first needed and kept for the life of the process, as the table of its functions.
///
/// Linked, it and all that it needs itself would be read and bound at every start of the program, also at those that have no use for it.
package struct DynamicLibrary<Functions>: Sendable {
  /// Why there is none.
  package struct Missing: Error, Sendable {
    /// For a person, the file's name in it.
    package let reason: String
  }

  /// The functions, under their own names.
  // Written before anyone sees it and only read from then on.
  package nonisolated(unsafe) let functions: UnsafePointer<Functions>

  /// Opens a library. Reads from disk.
  ///
  /// - Parameters:
  ///   - fileName: the name under which the system's linker finds it.
  ///   - find: fills the table from the open library; gives the name of a function that is not there, nil when all are.
  package init(
    _ fileName: String,
    _ find: (UnsafeMutableRawPointer, UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
  ) throws(Missing) {
    guard let handle = dlopen(fileName, RTLD_LAZY | RTLD_LOCAL) else {
      throw Missing(reason: dlerror().map { String(cString: $0) } ?? fileName)
    }
    let table = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    if let missing = find(handle, table) {
      table.deallocate()
      throw Missing(reason: "\(fileName) has no \(String(cString: missing))")
    }
    functions = UnsafePointer(table)
  }
}
