import Foundation

/// One accepted connection; used on its own thread only.
final class FaultConnection {
  private var descriptor: Int32
  private var pending: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  struct Request {
    var method: String
    var target: String
    var headers: [(name: String, value: String)]
    var body: [UInt8]
  }

  /// The next request with its body (by `Content-Length`); nil when the client has closed.
  func readRequest() -> Request? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = pending.firstRange(of: end) {
        let lines = String(decoding: pending[..<range.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          return (String(line[..<colon]), value)
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        if pending.count >= range.upperBound + length, words.count == 3 {
          let body = Array(pending[range.upperBound..<(range.upperBound + length)])
          pending.removeFirst(range.upperBound + length)
          return Request(method: words[0], target: words[1], headers: headers, body: body)
        }
      }
      guard fill() else { return nil }
    }
  }

  /// Waits until the client closes.
  func waitForEnd() { while fill() { pending = [] } }

  func write(_ text: String) { write(bytes: Array(text.utf8)) }

  /// A text, and then another one so often; stops when the client has closed.
  func write(_ text: String, repeating unit: Character, count: Int) {
    guard write(bytes: Array(text.utf8)) else { return }
    let block = Array(String(repeating: unit, count: 65536).utf8)
    for _ in 0..<(count / block.count + 1) {
      guard write(bytes: block) else { return }
    }
  }

  @discardableResult
  func write(bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends with a reset in place of an orderly close.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Says that nothing more comes, so that what was written arrives, and closes when the client has.
  func finish() {
    guard descriptor >= 0 else { return }
    shutdown(descriptor, Int32(SHUT_WR))
    waitForEnd()
    close()
  }

  private func close() {
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
