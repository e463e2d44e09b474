import FoundationEssentials

/// A file that is there while a test looks at it.
enum TemporaryFile {
  static func with(_ text: String, _ use: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-test-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try use(path.path)
  }
}
