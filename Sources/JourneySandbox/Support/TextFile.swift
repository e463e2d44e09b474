import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files and folders that the sandbox is started with.
enum TextFile {
  /// The most that is read of one file.
  static let limit = 64 << 20

  static func bytes(_ path: String) throws(SandboxError) -> [UInt8] {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      guard data.count <= limit else { throw SandboxError("is larger than 64 MiB", file: path) }
      return [UInt8](data)
    } catch let error as SandboxError {
      throw error
    } catch {
      throw SandboxError(isThere(path) ? "cannot be read" : "there is no such file", file: path)
    }
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
