import Foundation
import Synchronization

/// A server that does with each connection what a test's script says, byte by byte; each connection has its own thread.
final class RawServer: Sendable {
  let port: Int
  private let listener: Int32
  private let connections = Atomic(0)
  private let requests = Mutex<[String]>([])

  /// - Parameter script: is given each connection with its number, from 0; the connection is closed when it returns.
  init(_ script: @escaping @Sendable (RawConnection) -> Void) {
    (listener, port) = Self.listen()
    Thread.detachNewThread { [self] in accept(script) }
  }

  private static func listen() -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Foundation.listen(descriptor, 512) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    precondition(bound, "no port for a test server")
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func accept(_ script: @escaping @Sendable (RawConnection) -> Void) {
    while true {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      let number = connections.wrappingAdd(1, ordering: .relaxed).oldValue
      Thread.detachNewThread { [self] in
        let connection = RawConnection(descriptor, number: number) { request in
          self.requests.withLock { $0.append(request) }
        }
        script(connection)
        connection.close()
      }
    }
  }

  /// Answers every request with the same text, on kept connections.
  convenience init(answering text: String) {
    self.init { connection in
      while connection.readRequest() != nil { connection.write(text) }
    }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// How many connections have been accepted.
  var connectionCount: Int { connections.load(ordering: .relaxed) }
  /// The requests read so far, head and body.
  var received: [String] { requests.withLock { $0 } }
}

/// One accepted connection; used on its own thread only.
final class RawConnection {
  let number: Int
  private var descriptor: Int32
  private var pending: [UInt8] = []
  private let record: (String) -> Void

  init(_ descriptor: Int32, number: Int, record: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.number = number
    self.record = record
  }

  /// The next request with its body (by `Content-Length`); nil when the client has closed.
  func readRequest() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = pending.firstRange(of: end) {
        let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
        let length =
          head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        if pending.count >= range.upperBound + length {
          let request = String(decoding: pending[..<(range.upperBound + length)], as: UTF8.self)
          pending.removeFirst(range.upperBound + length)
          record(request)
          return request
        }
      }
      guard fill() else { return nil }
    }
  }

  /// Waits until the client closes.
  func waitForEnd() { while fill() {} }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Ends with a reset in place of an orderly close.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    guard descriptor >= 0 else { return }
    Foundation.close(descriptor)
    descriptor = -1
  }

  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    pending.append(contentsOf: buffer[..<count])
    return true
  }
}
