import Foundation
import JSON
import Testing

/// Odd clients on the pipe: what they may send, and how.
@Suite(.serialized) struct FramingTests {
  private let home: Home

  init() throws { home = try Home() }

  private func pipe(
    _ arguments: [String] = ["rpc"], _ framing: PipeClient.Framing = .line
  ) throws -> PipeClient {
    try PipeClient(arguments, environment: home.environment, framing: framing)
  }

  /// C054
  @Test(.timeLimit(.minutes(5)), arguments: PipeClient.Framing.allCases, [1, 3, 1 << 20])
  func `text outside of ASCII comes through, however the stream is cut`(_ framing: PipeClient.Framing, _ size: Int)
    throws
  {
    let pipe = try pipe(["rpc"], framing)
    // Line ends of Unicode end no line, nor does an escaped one.
    let text = "日本🚀e\u{301} \u{2028}\u{85} \r\n\t"
    let requests = (1...3).map { pipe.request(.number(JSON.Number($0)), "echo", ["text": .string(text)]) }
    pipe.write(requests.joined(), inBlocksOf: size)
    for id in 1...3 {
      let result = try pipe.answer(.number(JSON.Number(id)))["result"]?["text"]?.string
      #expect(result.map { Array($0.utf8) } == Array(text.utf8))
    }
    pipe.closeInput()
    #expect(try pipe.status() == 0)
  }

  /// C055
  @Test(.timeLimit(.minutes(5)))
  func `after every bad line the next request is answered`() throws {
    let pipe = try pipe()
    let bad: [(String, Int)] = [
      ("garbage", -32700), ("{\"jsonrpc\":\"2.0\"", -32700), ("42", -32600), ("\"text\"", -32600), ("[]", -32600),
      ("null", -32600), ("{}", -32600), ("\u{FEFF}{}", -32700), (String(repeating: "[", count: 100_000), -32700),
      ("{\"jsonrpc\":\"2.0\",\"id\":1e999999,\"method\":\"nosuch\"}", -32601), ("Content-Length: 2", -32700),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"echo\"}", -32600), ("\0\0\0", -32700),
    ]
    for (number, (text, code)) in bad.enumerated() {
      pipe.write(text + (number % 2 == 0 ? "\n" : "\r\n"))
      #expect(try pipe.message()?["error"]?["code"]?.integer == code, "\(text.prefix(80))")
      #expect(try pipe.call(.number(JSON.Number(number)), "echo", ["x"])["result"]?["text"] == "x")
    }
    pipe.write([0x7B, 0xFF, 0xFE, 0x7D, 0x0A])
    #expect(try pipe.message()?["error"]?["code"]?.integer == -32700)
    #expect(try pipe.call("last", "echo", ["x"])["result"]?["text"] == "x")
  }

  /// C055
  @Test(.timeLimit(.minutes(5)))
  func `after every bad header the next request is answered`() throws {
    let pipe = try pipe(["rpc"], .header)
    #expect(try pipe.call(0, "echo", ["x"])["result"]?["text"] == "x")
    let bad = [
      "Content-Length: -5\r\n\r\n", "Content-Length: 999999999999999999999999\r\n\r\n", "Content-Type: x\r\n\r\n",
      "Content-Length: 0x10\r\n\r\n", "Content-Length:\r\n\r\n", "Content-Length: 2\r\n\r\n{]", "garbage\r\n\r\n",
      "Content-Length: " + String(repeating: "1", count: 70_000),
    ]
    for (number, head) in bad.enumerated() {
      pipe.write(head)
      let id = JSON.number(JSON.Number(number + 1))
      pipe.send(id, "echo", ["x"])
      let error = try pipe.message()
      #expect(
        error?["id"] == .null && [-32600, -32700].contains(error?["error"]?["code"]?.integer), "\(head.prefix(60))")
      #expect(try pipe.answer(id)["result"]?["text"] == "x", "\(head.prefix(60))")
    }
    let body = #"{"jsonrpc":"2.0","id":"odd","method":"echo","params":["x"]}"#
    pipe.write("content-type: text\nX-Other: y\ncONTENT-lENGTH:\t\(body.utf8.count) \n\n\(body)", inBlocksOf: 1)
    #expect(try pipe.answer("odd")["result"]?["text"] == "x")
  }

  /// C055, C056
  @Test(.timeLimit(.minutes(5)), arguments: PipeClient.Framing.allCases)
  func `a message of 32 MiB is read, one byte more is refused by its id, and memory stays bounded`(
    _ framing: PipeClient.Framing
  ) throws {
    let pipe = try pipe(["rpc"], framing)
    let limit = 32 << 20
    func message(_ id: String, _ size: Int) -> String {
      let head = "{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"method\":\"nosuch\",\"params\":[\""
      return head + String(repeating: "x", count: size - head.utf8.count - 3) + "\"]}"
    }
    pipe.write(pipe.framed(message("fits", limit)))
    #expect(try pipe.answer("fits")["error"]?["code"]?.integer == -32601)
    pipe.write(pipe.framed(message("large", limit + 1)))
    let error = try pipe.answer("large")["error"]
    #expect(error?["code"]?.integer == -32600)
    #expect(error?["message"]?.string?.contains("\(limit) bytes") == true)
    let before = try pipe.memory()
    for number in 0..<2 { pipe.write(pipe.framed(message("\(number)", 2 * limit))) }
    for number in 0..<2 { #expect(try pipe.answer(.string("\(number)"))["error"]?["code"]?.integer == -32600) }
    #expect(try pipe.call("last", "echo", ["x"])["result"]?["text"] == "x")
    #expect(try pipe.memory() < before + 64 << 10)
  }

  /// C056
  @Test(.timeLimit(.minutes(5)), arguments: PipeClient.Framing.allCases)
  func `large messages come whole to a client that reads late`(_ framing: PipeClient.Framing) throws {
    let pipe = try pipe(["rpc"], framing)
    let sizes = [70_000, 5_000_000, 1, 10_000_000, 70_000]
    for (id, size) in sizes.enumerated() {
      let text = String(repeating: "é", count: size / 2)
      pipe.write(
        pipe.request(.number(JSON.Number(id)), "echo", ["text": .string(text)]),
        inBlocksOf: id % 2 == 0 ? 1000 : 1 << 20)
    }
    pipe.closeInput()
    // Only now is anything read: the pipe has been full for long.
    for (id, size) in sizes.enumerated() {
      #expect(try pipe.answer(.number(JSON.Number(id)))["result"]?["text"]?.string?.utf8.count == size / 2 * 2)
    }
    #expect(try pipe.status() == 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: PipeClient.Framing.allCases)
  func `a handler that prints and one that crashes leave whole frames on standard output`(
    _ framing: PipeClient.Framing
  ) throws {
    let environment = home.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = try PipeClient([], environment: environment, framing: framing, program: "OddHandler")
    for id in 0..<50 {
      pipe.send(.number(JSON.Number(id)), id % 2 == 0 ? "print" : "echo", ["n": .number(JSON.Number(id))])
    }
    for id in 0..<50 {
      #expect(try pipe.call(.number(JSON.Number(100 + id)), "print")["result"] == .null)
    }
    pipe.send("crash", "crash")
    for message in try pipe.rest() { #expect(message["stray"] == nil && message["jsonrpc"] == "2.0") }
    #expect(try pipe.status() > 128)
    #expect(pipe.errors.contains("stray") && pipe.errors.contains("the handler crashes"))
  }
}
