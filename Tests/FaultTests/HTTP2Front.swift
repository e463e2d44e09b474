import Foundation
import TLSServer

/// A server that speaks HTTP/2 over TLS, in front of one that speaks HTTP/1.1; ends with the object.
final class HTTP2Front {
  private struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  private let process = Process()
  private let output = Pipe()
  private(set) var port = 0
  /// What it has said so far; whole once it has ended.
  private var said = ""

  /// Debian's nghttpx, which ends each connection with GOAWAY at its first request.
  static func nghttpx(before backend: Int) throws -> HTTP2Front {
    let port = try freePort()
    return try HTTP2Front(
      [
        "nghttpx", "--conf=/dev/null", "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(backend)",
        "--frontend-max-requests=1", "--workers=1", "--single-process", "--log-level=INFO",
        "--errorlog-file=/dev/stderr", "--accesslog-file=/dev/null", TLSServer.path(of: "server.key"),
        TLSServer.path(of: "good.pem"),
      ], ready: #/Listening on 127\.0\.0\.1:(\d+)/#)
  }

  /// Debian's python3-h2, which plays what the server behind it asks for.
  static func playing(before backend: Int) throws -> HTTP2Front {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "h2_front.py").path
    let certificate = try TLSServer.path(of: "good.pem")
    return try HTTP2Front(
      ["/usr/bin/python3", script, String(backend), certificate, TLSServer.path(of: "server.key")], ready: #/^(\d+)$/#)
  }

  static var hasNghttpx: Bool { runs(["nghttpx", "--version"]) }
  static var hasPythonH2: Bool { runs(["/usr/bin/python3", "-c", "import h2"]) }

  /// - Parameter ready: The line with which it says that it listens, and on which port.
  private init(_ words: [String], ready: Regex<(Substring, Substring)>) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    while port == 0 {
      guard hear() else { throw Failed(description: "\(words[0]) does not listen: \(said)") }
      // A line that is not whole yet may end in half a port.
      for line in said.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if let found = line.firstMatch(of: ready), let number = Int(found.1) { port = number }
      }
    }
  }

  // The threads that run tests block other signals, and a program that they start inherits that.
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Ends it, and gives everything that it said.
  func end() -> String {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // The end of the stream may be far: programs that were started meanwhile have the pipe open, too.
    let descriptor = output.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &block, block.count), count > 0 {
      said += String(decoding: block[..<count], as: UTF8.self)
    }
    return said
  }

  private func hear() -> Bool {
    let data = output.fileHandleForReading.availableData
    said += String(decoding: data, as: UTF8.self)
    return !data.isEmpty
  }

  private static func runs(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// nghttpx wants to be told its port.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failed(description: "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
