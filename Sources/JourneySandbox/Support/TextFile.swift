import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files and folders that the sandbox is started with.
enum TextFile {
  /// The most that is read of one file.
  static let limit = 64 << 20

  /// The whole of a file or a pipe.
  static func bytes(_ path: String) throws(SandboxError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw refusal(path, errno) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw SandboxError("is larger than 64 MiB", file: path) }
      bytes += piece.prefix(count)
    }
  }

  private static func refusal(_ path: String, _ code: Int32) -> SandboxError {
    let reason =
      switch code {
      case ENOENT, ENOTDIR: "there is no such file"
      case EISDIR: "it is a folder"
      default: "cannot be read: " + String(cString: strerror(code)).lowercased()
      }
    return SandboxError(reason, file: path)
  }

  static func json(_ path: String) throws(SandboxError) -> JSON {
    var bytes = try bytes(path)
    // The mark that some editors put before UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    do {
      return try JSON(parsing: bytes, limits: JSON.Limits(depth: 256, bytes: limit))
    } catch {
      throw SandboxError("is not JSON: \(error)", file: path)
    }
  }

  /// What a reader finds in a file of JSON; its faults get the name of the file.
  static func document<Value>(
    _ path: String, read: (DocumentValue) throws(DocumentFault) -> Value
  ) throws(SandboxError) -> Value {
    let json = try json(path)
    do throws(DocumentFault) {
      return try read(DocumentValue(json))
    } catch {
      throw SandboxError(error.description, file: path)
    }
  }

  static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The `.json` files below a folder, in the order of their names.
  static func jsonFiles(below folder: String) throws(SandboxError) -> [String] {
    var found: [String] = []
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where !name.hasPrefix(".") {
        let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
        if isFolder(path) {
          found += try jsonFiles(below: path)
        } else if name.hasSuffix(".json") {
          found.append(path)
        }
      }
    } catch let error as SandboxError {
      throw error
    } catch {
      throw SandboxError("cannot be read", file: folder)
    }
    return found
  }
}
