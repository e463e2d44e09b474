internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A C library that is opened when it is needed and kept for the life of the process, as the table of its functions.
///
/// Linked, it and all that it needs itself would be read and bound at every start of the program, also at those that have no use for it.
package struct DynamicLibrary<Functions>: Sendable {
  /// Why there is none, for a person: the package that has it, and the file.
  package struct Missing: Error, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// The functions, under their own names.
  // Written before anyone sees it and only read from then on.
  package nonisolated(unsafe) let functions: UnsafePointer<Functions>

  /// Opens a library. Reads from disk.
  ///
  /// The functions of the table are looked up here. What the libraries behind it call of each other is bound at the first call, as for those that
  /// are linked: to bind all of libcurl's at once takes a fifth longer.
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - package: the package that has it on Debian.
  ///   - fileName: the name under which the system's linker finds it.
  ///   - find: fills the table from the open library; gives the name of a function that is not there, nil when all are.
  package init(
    _ name: String, package: String, fileName: String,
    _ find: (UnsafeMutableRawPointer, UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
  ) throws(Missing) {
    func missing(_ reason: String) -> Missing {
      Missing(reason: "\(name), on Debian the package \(package), cannot be opened: \(reason)")
    }
    guard let handle = dlopen(fileName, RTLD_LAZY | RTLD_LOCAL) else {
      throw missing(dlerror().map { String(cString: $0) } ?? fileName)
    }
    let table = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    if let function = find(handle, table) {
      // It stays open: what it has started cannot be known to have ended.
      table.deallocate()
      throw missing("\(fileName) has no \(String(cString: function))")
    }
    functions = UnsafePointer(table)
  }
}

/// Something that is opened once, by whoever needs it first, and then kept. A failure is not kept: files may have run out for a moment.
package final class OpenedOnce<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// What was opened, or what `open` gives. Others wait meanwhile.
  package func get<Failure: Error>(_ open: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = value.withLock { value -> Result<Value, Failure> in
      if let value { return .success(value) }
      do throws(Failure) {
        let opened = try open()
        value = opened
        return .success(opened)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
