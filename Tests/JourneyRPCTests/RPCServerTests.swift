import Foundation
import JSON
import JourneyRPC
import Synchronization
import Testing

/// A handler with an instant method and one that waits until it is cancelled or let go.
final class FakeHandler: Lifecycle.Methods {
  let capabilities: JSON = ["fake": true]
  let initialized = Mutex<JSON?>(nil)
  private let gate = AsyncStream<Void>.makeStream()

  func initialize(_ params: JSON?, notify: @escaping Notify) { initialized.withLock { $0 = params } }
  func setTrace(_ trace: Lifecycle.Trace, notify: @escaping Notify) {
    notify("$/logTrace", ["message": .string(trace.rawValue)])
  }
  func open() { gate.continuation.finish() }

  func read(_ call: Call, notify: @escaping Notify) -> CallReading {
    switch call.method {
    case "echo": return .answered(.success(call.params ?? .null))
    case "wait":
      return .work(
        {
          notify("$/progress", ["token": "t"])
          for await _ in self.gate.stream {}
          return "waited"
        }, end: {})
    default:
      return .answered(
        .failure(RPCError(code: -32601, message: "no", data: ["code": "unknown-method", "hint": .null])))
    }
  }
}

/// A server on two pipes. What it writes is read by a thread, since a blocked test would hold a thread of the pool.
final class Conversation {
  let handler = FakeHandler()
  private let toServer = Pipe()
  private let writing: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
  private let fromServer = Pipe()
  private let status: Task<Int32, Never>
  private var lines: AsyncStream<[UInt8]>.Iterator

  init(drain: Bool = false, grace: Duration = .seconds(1), limit: Int = FrameSplitter.standardLimit) {
    var configuration = RPCServer.Configuration()
    configuration.drain = drain
    configuration.grace = grace
    // Busy threads are no part of what is tested.
    configuration.cancelling = .seconds(20)
    configuration.messageLimit = limit
    let (input, output) = (toServer.fileHandleForReading, fromServer.fileHandleForWriting)
    let server = RPCServer(
      Lifecycle(handler, version: "9.9.9"), configuration: configuration, input: input.fileDescriptor,
      output: output.fileDescriptor)
    let (statuses, status) = AsyncStream<Int32>.makeStream()
    Thread.detachNewThread {
      status.yield(server.run())
      status.finish()
      try? output.close()
      _ = input
    }
    self.status = Task { await statuses.first { _ in true } ?? -1 }
    let (stream, found) = AsyncStream<[UInt8]>.makeStream()
    let answers = fromServer.fileHandleForReading
    Thread.detachNewThread {
      var pending: [UInt8] = []
      while true {
        let more = answers.availableData
        if more.isEmpty { break }
        for byte in more {
          if byte == 0x0A {
            found.yield(pending)
            pending = []
          } else {
            pending.append(byte)
          }
        }
      }
      found.finish()
    }
    lines = stream.makeAsyncIterator()
  }

  func send(_ text: String) {
    let (input, data) = (toServer.fileHandleForWriting, Data((text + "\n").utf8))
    writing.addOperation { input.write(data) }
  }
  func end() {
    let input = toServer.fileHandleForWriting
    writing.addOperation { try? input.close() }
  }
  func exitStatus() async -> Int32 { await status.value }

  /// The next line that the server writes; nil at the end.
  func line() async throws -> JSON? {
    guard let line = await lines.next(isolation: nil) else { return nil }
    return try JSON(parsing: line)
  }

  /// The next answer; notifications before it are passed over.
  func answer() async throws -> JSON? {
    while let line = try await line() {
      if line["id"] != nil { return line }
    }
    return nil
  }

  /// What comes until the answer to a fence.
  func until(fence: String = "fence") async throws -> [JSON] {
    send(#"{"jsonrpc":"2.0","id":"\#(fence)","method":"echo","params":{"profile":"fence"}}"#)
    var seen: [JSON] = []
    while let line = try await line() {
      if line["id"]?.string == fence { return seen }
      seen.append(line)
    }
    return seen
  }
}

@Suite struct RPCServerTests {
  @Test func `a request is answered with its id as it was written`() async throws {
    let conversation = Conversation()
    for id in ["1", "-7", "1.50", "1e2", "12345678901234567890", #""a""#, #""\u0000é🚀""#, "null"] {
      conversation.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo","params":["x"]}"#)
      let answer = try #require(try await conversation.line())
      #expect(answer["id"] == (try JSON(parsing: id)))
      #expect(answer["result"] == ["x"])
      #expect(answer["jsonrpc"] == "2.0")
    }
    conversation.end()
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"echo"}"#, #"{"jsonrpc":"2.0","method":"nope"}"#,
    #"{"jsonrpc":"2.0","method":"$/nope"}"#,
    #"[{"jsonrpc":"2.0","method":"echo"},{"jsonrpc":"2.0","method":"nope"}]"#,
  ])
  func `a notification is never answered`(_ text: String) async throws {
    let conversation = Conversation()
    conversation.send(text)
    #expect(try await conversation.until().isEmpty)
    conversation.end()
  }

  @Test(arguments: [
    ("{", -32700, "null"), ("hello?", -32700, "null"), ("1", -32600, "null"), ("[]", -32600, "null"),
    (#"{"method":"echo","id":1}"#, -32600, "1"), (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","method":"echo","params":"bar","id":1}"#, -32600, "1"),
    (#"{"jsonrpc":"2.0","method":"echo","id":{}}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","method":"nope","id":"a"}"#, -32601, #""a""#),
    (#"{"jsonrpc":"2.0","method":"$/nope","id":2}"#, -32601, "2"),
  ])
  func `what cannot be done is told with the right code and id`(_ text: String, _ code: Int, _ id: String) async throws
  {
    let conversation = Conversation()
    conversation.send(text)
    let answer = try #require(try await conversation.line())
    #expect(answer["error"]?["code"]?.integer == code)
    #expect(answer["error"]?["data"]?["code"]?.string != nil)
    #expect(answer["id"] == (try JSON(parsing: id)))
    conversation.end()
  }

  @Test func `params that are null are none`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":null}"#)
    #expect(try await conversation.line()?["result"] == .null)
    conversation.end()
  }

  @Test func `a batch is answered in one piece`() async throws {
    let conversation = Conversation()
    conversation.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"echo","params":["a"]},{"jsonrpc":"2.0","method":"echo"},{"foo":"boo"},"#
        + #"{"jsonrpc":"2.0","id":5,"method":"nope"},7]"#)
    let answers = try #require(try await conversation.line()?.array)
    #expect(answers.count == 4)
    #expect(answers.filter { $0["id"] == .null }.count == 2)
    #expect(answers.first { $0["id"]?.integer == 1 }?["result"] == ["a"])
    #expect(answers.first { $0["id"]?.integer == 5 }?["error"]?["code"]?.integer == -32601)
    conversation.end()
  }

  @Test func `a call that waits does not hold up the reader`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","id":"slow","method":"wait"}"#)
    let seen = try await conversation.until()
    #expect(seen.allSatisfy { $0["method"]?.string == "$/progress" })
    conversation.handler.open()
    let answer = try await conversation.answer()
    #expect(answer?["result"] == "waited")
    conversation.end()
  }

  @Test func `a cancelled call is answered`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#)
    conversation.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    let answer = try await conversation.answer()
    #expect(answer?["id"]?.integer == 1)
    #expect(answer?["error"]?["code"]?.integer == -32800)
    #expect(try await conversation.until().isEmpty)
    conversation.end()
  }

  @Test func `an unknown id is cancelled without a word`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99}}"#)
    conversation.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#)
    #expect(try await conversation.until().isEmpty)
    conversation.end()
  }

  @Test func `initialize tells the version, and after shutdown only exit is left`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    let answer = try #require(try await conversation.line()?["result"])
    #expect(answer["serverInfo"] == ["name": "journey", "version": "9.9.9"])
    #expect(answer["capabilities"] == ["fake": true])
    conversation.send(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    #expect(try await conversation.line()?["result"] == .null)
    conversation.send(#"{"jsonrpc":"2.0","id":3,"method":"echo"}"#)
    #expect(try await conversation.line()?["error"]?["code"]?.integer == -32600)
    conversation.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(await conversation.exitStatus() == 0)
  }

  @Test func `setTrace takes three values, and initialize takes them too`() async throws {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"trace":"messages"}}"#)
    conversation.send(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}"#)
    conversation.send(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"loud"}}"#)
    let told = try await conversation.until().filter { $0["method"] == "$/logTrace" }
    #expect(told.map { $0["params"]?["message"] } == ["messages", "verbose"])
    conversation.send(#"{"jsonrpc":"2.0","id":2,"method":"$/setTrace","params":{"value":"loud"}}"#)
    #expect(try await conversation.answer()?["error"]?["code"]?.integer == -32602)
    conversation.end()
  }

  @Test func `exit without shutdown is 1`() async {
    let conversation = Conversation()
    conversation.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(await conversation.exitStatus() == 1)
  }

  @Test func `the end of input cancels what still runs`() async throws {
    let conversation = Conversation(grace: .milliseconds(1))
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#)
    _ = try await conversation.line()
    conversation.end()
    #expect(try await conversation.line()?["error"]?["code"]?.integer == -32800)
    #expect(await conversation.exitStatus() == 0)
  }

  @Test func `with drain the end of input waits for what still runs`() async throws {
    let conversation = Conversation(drain: true, grace: .milliseconds(1))
    conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#)
    _ = try await conversation.line()
    conversation.end()
    conversation.handler.open()
    #expect(try await conversation.line()?["result"] == "waited")
    #expect(await conversation.exitStatus() == 0)
  }

  @Test func `a message past the limit is refused with its id`() async throws {
    let conversation = Conversation(limit: 200)
    let long = String(repeating: "x", count: 300)
    conversation.send(#"{"jsonrpc":"2.0","id":"big","method":"echo","params":["\#(long)"]}"#)
    let answer = try #require(try await conversation.line())
    #expect(answer["id"]?.string == "big")
    #expect(answer["error"]?["code"]?.integer == -32600)
    #expect(try await conversation.until().isEmpty)
    conversation.end()
  }

  @Test func `ten megabytes of answers wait for a late reader`() async throws {
    let conversation = Conversation()
    let text = String(repeating: "y", count: 50_000)
    for id in 0..<200 { conversation.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo","params":["\#(text)"]}"#) }
    var ids = Set<Int>()
    while ids.count < 200, let line = try await conversation.line(), let id = line["id"]?.integer { ids.insert(id) }
    #expect(ids == Set(0..<200))
    conversation.end()
  }
}
