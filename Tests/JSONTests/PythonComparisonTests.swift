import Foundation
import JSON
import Testing

/// A second opinion: Python's `json`, set up to keep order, duplicates and the text of numbers, reads the same documents.
struct PythonComparisonTests {
  @Test(.enabled(if: PythonReader.isInstalled, "python3 is not installed"))
  func `Python's json reads the same as we do, and refuses the same`() throws {
    var generator = DocumentGenerator(seed: 3)
    var documents: [[UInt8]] = []
    for _ in 0..<1000 {
      let document = generator.value()
      documents.append(document.bytes(.compact))
      documents.append(document.bytes(.pretty))
      documents.append(generator.damaged(document.bytes()))
      documents.append(generator.damaged(document.bytes(.pretty)))
    }
    let opinions = try PythonReader.read(documents)
    try #require(opinions.count == documents.count)
    for (document, opinion) in zip(documents, opinions) {
      let ours = try? JSON(parsing: document)
      let theirs = try opinion.map { text in try JSON(parsing: text) }
      #expect(ours == theirs, "\(String(decoding: document, as: UTF8.self))")
    }
    #expect(opinions.count { $0 == nil } > 500)
  }
}

/// Runs `python3` over documents.
private enum PythonReader {
  static let executable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { executable != nil }

  /// What Python read, written by it in ASCII with escapes; nil for a document that it refused.
  static func read(_ documents: [[UInt8]]) throws -> [String?] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("documents")
    try Data(documents.map { Data($0).base64EncodedString() }.joined(separator: "\n").utf8).write(to: input)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(executable))
    process.arguments = ["-c", program, input.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: written, as: UTF8.self).split(separator: "\n").map { $0 == "refused" ? nil : String($0) }
  }

  /// Python takes lone surrogates and, as words, not-a-number and infinity; both are switched off here.
  private static let program = """
    import base64, json, sys

    class Number(str): pass
    class Members(list): pass

    def refuse(word): raise ValueError(word)

    def write(value):
        if isinstance(value, Number): return str(value)
        if isinstance(value, str):
            value.encode()
            return json.dumps(value)
        if isinstance(value, Members): return "{" + ",".join(write(n) + ":" + write(v) for n, v in value) + "}"
        if isinstance(value, list): return "[" + ",".join(map(write, value)) + "]"
        return json.dumps(value)

    for line in open(sys.argv[1]).read().split("\\n"):
        try:
            text = base64.b64decode(line).decode()
            print(write(json.loads(text, object_pairs_hook=Members, parse_int=Number, parse_float=Number,
                                   parse_constant=refuse)))
        except ValueError:
            print("refused")
    """
}
