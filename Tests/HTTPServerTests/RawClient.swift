import Foundation
import Synchronization

/// A connection to a server, byte by byte, for what no HTTP client would send.
///
/// Reading has a thread of its own: on the cooperative pool it would keep the server's handlers from running.
final class RawClient: Sendable {
  private let descriptor: Int32
  private let pending = Mutex<[UInt8]>([])

  init?(port: Int, host: String = "127.0.0.1") {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in connect(descriptor, $0, length) == 0 }
    }
    // No test may hang on a server that says nothing.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if !connected { return nil }
  }

  deinit { close(descriptor) }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// The next response with its body (by `Content-Length`); what there is when the server closes; nil for nothing.
  func readResponse(head: Bool = false) async -> String? {
    await onThread { [self] in pending.withLock { takeResponse(from: &$0, head: head) } }
  }

  /// True when the server closes without a further byte.
  func isClosedByServer() async -> Bool {
    await onThread { [self] in pending.withLock { $0.isEmpty && !fill(&$0) } }
  }

  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private func takeResponse(from pending: inout [UInt8], head: Bool) -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = pending.firstRange(of: end) {
        let text = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
        let field = text.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let length = head ? 0 : field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        if pending.count >= range.upperBound + length {
          defer { pending.removeFirst(range.upperBound + length) }
          return String(decoding: pending[..<(range.upperBound + length)], as: UTF8.self)
        }
      }
      guard fill(&pending) else {
        defer { pending = [] }
        return pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self)
      }
    }
  }

  private func fill(_ pending: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    pending.append(contentsOf: buffer[..<count])
    return true
  }
}
