import JourneyCommands
import LineEditor
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a script comes from. All give the same results: what differs is its name in messages.
package enum ScriptInput: Sendable, Equatable {
  case file(String)
  /// `-c`
  case text(String)
  case standardInput

  /// Before line and column in messages.
  var name: String {
    switch self {
    case .file(let path): path
    case .text: "-c"
    case .standardInput: "<stdin>"
    }
  }

  /// The bytes as they come. Standard input is read by a thread of its own, so that a line runs before the next one is there.
  func bytes(readFile: @Sendable (String) async throws(Failure) -> [UInt8]) async throws(Failure) -> AsyncStream<
    [UInt8]
  > {
    switch self {
    case .text(let text): return Self.stream(of: Array(text.utf8))
    case .file(let path): return Self.stream(of: try await readFile(path))
    case .standardInput:
      let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
      let isRunning = WorkerThread.start {
        while true {
          guard let bytes = Descriptors.readSome(STDIN_FILENO) else {
            _ = Descriptors.waitReadable([STDIN_FILENO], milliseconds: -1)
            continue
          }
          if bytes.isEmpty { break }
          continuation.yield(bytes)
        }
        continuation.finish()
      }
      guard isRunning else { throw Failure(.bug, "There is no thread left to read standard input.") }
      return stream
    }
  }

  private static func stream(of bytes: [UInt8]) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      continuation.yield(bytes)
      continuation.finish()
    }
  }
}
