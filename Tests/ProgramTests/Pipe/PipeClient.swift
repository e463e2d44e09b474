import Foundation
import JSON
import PseudoTerminal
import Synchronization

/// A client of a program that speaks JSON-RPC, which says exactly the bytes that a test wants, and reads when it wants.
final class PipeClient {
  struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  enum Framing: String, CaseIterable { case line, header }

  private let running: Program.Running
  private let framing: Framing
  private let writer = OperationQueue()
  private let drainsErrors: Bool
  private let heard = Heard()
  private var buffer: [UInt8] = []
  /// Up to where the buffer holds no line end.
  private var searched = 0
  private var isOpen = true
  private var hasEnded = false

  /// What the program wrote to standard error.
  private final class Heard: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isComplete = DispatchSemaphore(value: 0)
  }

  /// - Parameter drainsErrors: Whether standard error is read at all.
  init(
    _ arguments: [String], environment: [String: String], framing: Framing = .line, drainsErrors: Bool = true,
    program: String = "journey"
  ) throws {
    // Writing to a program that is gone is an error here, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    running = try Program.built(program).start(arguments, environment: environment)
    self.framing = framing
    self.drainsErrors = drainsErrors
    writer.maxConcurrentOperationCount = 1
    guard drainsErrors else { return }
    Thread.detachNewThread { [errors = running.errors, heard] in
      var block = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Foundation.read(errors, &block, block.count)
        guard count > 0 else { break }
        heard.bytes.withLock { $0 += block[..<count] }
      }
      heard.isComplete.signal()
    }
  }

  deinit {
    if !hasEnded { kill(running.child, SIGKILL) }
    closeInput()
    writer.waitUntilAllOperationsAreFinished()
    if !hasEnded {
      _ = try? Program.wait(for: running.child)
      if drainsErrors { heard.isComplete.wait() }
    }
    close(running.output)
    close(running.errors)
  }

  var errors: String { heard.bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  // MARK: - Saying

  /// Writes bytes, in blocks of that size; they are on their way when it returns.
  func write(_ bytes: [UInt8], inBlocksOf size: Int = 1 << 20) {
    let input = running.input
    writer.addOperation {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.prefix(size).withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  func write(_ text: String, inBlocksOf size: Int = 1 << 20) { write(Array(text.utf8), inBlocksOf: size) }

  /// A message with the framing around it.
  func framed(_ message: String) -> String {
    framing == .line ? message + "\n" : "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  func request(_ id: JSON, _ method: String, _ params: JSON? = nil) -> String {
    var message: JSON.Object = ["jsonrpc": "2.0", "id": id, "method": .string(method)]
    if let params { message["params"] = params }
    return framed(JSON.object(message).text())
  }

  func send(_ id: JSON, _ method: String, _ params: JSON? = nil) { write(request(id, method, params)) }

  func notify(_ method: String, _ params: JSON) {
    write(framed(JSON.object(["jsonrpc": "2.0", "method": .string(method), "params": params]).text()))
  }

  func closeInput() {
    guard isOpen else { return }
    isOpen = false
    let input = running.input
    writer.addOperation { close(input) }
  }

  /// Reads no more, ever.
  func closeOutput() {
    // The number stays taken: the deinit closes it.
    let null = open("/dev/null", O_RDONLY)
    dup2(null, running.output)
    close(null)
  }

  // MARK: - Hearing

  /// The next message; nil at the end of the stream.
  func message() throws -> JSON? {
    while true {
      if let text = try nextFrame() { return try JSON(parsing: text, limits: JSON.Limits(depth: 256, bytes: 64 << 20)) }
      guard try fill() else {
        guard buffer.isEmpty else { throw Failed(description: "half a message at the end: \(shown)") }
        return nil
      }
    }
  }

  /// The answer with that id; other messages are passed over.
  func answer(_ id: JSON) throws -> JSON {
    try messages(until: id).last ?? .null
  }

  func call(_ id: JSON, _ method: String, _ params: JSON? = nil) throws -> JSON {
    send(id, method, params)
    return try answer(id)
  }

  /// The answers with those ids, in whichever order they come.
  func answers(_ ids: Set<JSON>) throws -> [JSON: JSON] {
    var found: [JSON: JSON] = [:]
    while found.count < ids.count {
      guard let message = try message() else { throw Failed(description: "answers are missing; it said: \(errors)") }
      if let id = message["id"], ids.contains(id) { found[id] = message }
    }
    return found
  }

  /// Every message up to the end of the stream.
  func rest() throws -> [JSON] {
    var messages: [JSON] = []
    while let message = try message() { messages.append(message) }
    return messages
  }

  /// The exit status, after the end of its output. What it said to standard error is complete then.
  func status() throws -> Int32 {
    while try fill() {}
    hasEnded = true
    let status = try Program.wait(for: running.child)
    if drainsErrors { heard.isComplete.wait() }
    return status
  }

  /// Every message up to the answer with that id.
  func messages(until id: JSON) throws -> [JSON] {
    var messages: [JSON] = []
    while let message = try message() {
      messages.append(message)
      if message["id"] == id { return messages }
    }
    throw Failed(description: "no answer to \(id.text()); it said: \(errors)")
  }

  /// Resident memory in KiB.
  func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(running.child)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(separator: " "), words.count > 1, let size = Int(words[words.count - 2]) else {
      throw Failed(description: "no VmRSS in \(status)")
    }
    return size
  }

  private func nextFrame() throws -> [UInt8]? {
    switch framing {
    case .line:
      guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
        searched = buffer.count
        return nil
      }
      defer {
        buffer.removeSubrange(...end)
        searched = 0
      }
      return Array(buffer[..<end])
    case .header:
      guard let head = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let text = String(decoding: buffer[..<head.lowerBound], as: UTF8.self)
      guard text.hasPrefix("Content-Length: "), let length = Int(text.dropFirst(16)) else {
        throw Failed(description: "no header: \(shown)")
      }
      guard buffer.count >= head.upperBound + length else { return nil }
      defer { buffer.removeSubrange(..<(head.upperBound + length)) }
      return Array(buffer[head.upperBound..<(head.upperBound + length)])
    }
  }

  private var shown: String { String(decoding: buffer.prefix(200), as: UTF8.self) }

  private func fill() throws -> Bool {
    var entry = pollfd(fd: running.output, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 40_000) > 0 else { throw Failed(description: "it is silent; it said: \(errors)") }
    var block = [UInt8](repeating: 0, count: 1 << 18)
    let count = Foundation.read(running.output, &block, block.count)
    guard count > 0 else { return false }
    buffer += block[..<count]
    return true
  }
}
