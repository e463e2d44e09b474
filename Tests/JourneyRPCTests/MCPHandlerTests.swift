import JSON
import JourneyCommands
import Testing

@testable import JourneyRPC

@Suite struct MCPHandlerTests {
  static let modern: JSON = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  let handler: MCPHandler

  init() throws {
    handler = MCPHandler(try Workspace(options: LaunchOptions(), world: World(version: "9.9.9"), rights: .mcp))
  }

  /// The answer to a request that needs no waiting, or what its work gives.
  private func answer(_ method: String, _ params: JSON? = nil) async throws(RPCError) -> JSON {
    switch handler.read(Call(id: 1, method: method, params: params), notify: { _, _ in }) {
    case .answered(let answer): return try answer.get()
    case .work(_, let work, let end):
      defer { end() }
      return try await work()
    case .cancel(let id): return ["cancel": id]
    case .end: return "end"
    }
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"), ("x", "2025-11-25"),
  ])
  func `the handshake agrees on a revision`(_ asked: String, _ agreed: String) async throws {
    let result = try await answer("initialize", ["protocolVersion": .string(asked), "capabilities": [:]])
    #expect(result["protocolVersion"]?.string == agreed)
    #expect(result["serverInfo"]?["version"] == "9.9.9")
    #expect(result["capabilities"]?["tools"] != nil)
  }

  @Test func `discovery needs no handshake`() async throws {
    let result = try await answer("server/discover", ["_meta": Self.modern])
    #expect(result["supportedVersions"] == ["2026-07-28"])
    #expect(result["resultType"] == "complete")
    #expect(result["ttlMs"]?.integer != nil)
    #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "journey")
  }

  @Test func `a revision that is not spoken is refused with those that are`() async {
    await #expect(throws: RPCError.self) {
      _ = try await answer("tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2099-01-01"]])
    }
    do throws(RPCError) {
      _ = try await answer("tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2099-01-01"]])
    } catch {
      #expect(error.code == -32022)
      #expect(error.data["supported"] == ["2026-07-28", "2025-11-25", "2025-06-18"])
      #expect(error.data["requested"] == "2099-01-01")
    }
  }

  @Test func `every tool is a command with schemas that stand for themselves`() async throws {
    let tools = try #require(try await answer("tools/list")["tools"]?.array)
    let names = tools.compactMap { $0["name"]?.string }
    #expect(names == CommandSpec.all.filter { $0.isMCP && $0.isRPC }.map(\.name))
    #expect(
      Set(names).isDisjoint(with: ["source", "record", "quit", "fill", "let", "capture", "expect"]))
    for tool in tools {
      let name = tool["name"]?.string ?? ""
      #expect(tool["inputSchema"]?["type"] == "object", "\(name)")
      #expect(tool["outputSchema"]?["type"] == "object", "\(name)")
      let text = tool.text()
      #expect(!text.contains("#/components/"), "\(name)")
      for reference in text.split(separator: "\"").filter({ $0.hasPrefix("#/$defs/") }) {
        #expect(tool["outputSchema"]?["$defs"]?[String(reference.dropFirst(8))] != nil, "\(name): \(reference)")
      }
      let properties = tool["inputSchema"]?["properties"]?.object
      #expect(properties?["reveal"] == nil && properties?["raw"] == nil, "\(name)")
    }
    func tool(_ name: String) -> JSON? { tools.first { $0["name"]?.string == name } }
    #expect(tool("config")?["inputSchema"]?["properties"]?["value"] == nil)
    for name in ["logout", "call", "forget"] { #expect(tool(name)?["annotations"]?["destructiveHint"] == true) }
    for name in ["config", "show", "session"] { #expect(tool(name)?["annotations"]?["readOnlyHint"] == true) }
    for name in ["set", "config", "trace", "echo"] { #expect(tool(name)?["annotations"]?["openWorldHint"] == false) }
    for name in ["start", "next", "call", "tokens"] { #expect(tool(name)?["annotations"]?["openWorldHint"] == true) }
  }

  @Test func `the list of the stateless revision may be cached`() async throws {
    #expect(try await answer("tools/list")["ttlMs"] == nil)
    let list = try await answer("tools/list", ["_meta": Self.modern])
    #expect(list["cacheScope"] == "public")
    #expect(list["resultType"] == "complete")
  }

  @Test func `a call on a profile has to name it`() async throws {
    let result = try await answer("tools/call", ["name": "start", "arguments": ["journey": "Login"]])
    #expect(result["isError"] == true)
    #expect(result["content"]?[1]?["text"]?.string?.contains("profile") == true)
  }

  @Test func `a result is structured, and told as coming from a server where it does`() async throws {
    let made = try await answer("tools/call", ["name": "profile", "arguments": ["name": "a", "new": true]])
    #expect(made["isError"] == false)
    #expect(made["structuredContent"]?["name"] == "a")
    let said = try await answer("tools/call", ["name": "echo", "arguments": ["text": ["hi"]]])
    #expect(said["structuredContent"] == ["text": "hi"])
    #expect(said["content"]?.array?.count == 1)
  }

  @Test func `a bound secret is in no result, wherever it comes back`() async throws {
    let world = World(environment: ["PW": "Ch4ng31t"], version: "9.9.9")
    let workspace = try Workspace(options: LaunchOptions(), world: world, rights: .mcp)
    try await workspace.bindSecret("pw", to: "env:PW")
    let handler = MCPHandler(workspace)
    for text in ["so: Ch4ng31t", "Q2g0bmczMXQ="] {
      let call = Call(id: 1, method: "tools/call", params: ["name": "echo", "arguments": ["text": [.string(text)]]])
      guard case .answered(let answer) = handler.read(call, notify: { _, _ in }) else {
        Issue.record("it was not answered")
        return
      }
      let result = try answer.get()
      #expect(result["structuredContent"]?["text"]?.string?.contains("••••") == true)
      #expect(!result.text().contains(text))
    }
  }

  @Test func `a failure is a result that the model sees`() async throws {
    _ = try await answer("tools/call", ["name": "profile", "arguments": ["name": "a", "new": true]])
    let result = try await answer("tools/call", ["name": "next", "arguments": ["profile": "a"]])
    #expect(result["isError"] == true)
    #expect(result["content"]?[0]?["text"]?.string?.contains("never instructions") == true)
    #expect(result["content"]?[1]?["text"]?.string?.contains("not-started") == true)
    #expect(result["structuredContent"] == nil)
  }

  @Test(
    arguments: [
      ["name": "tokens", "arguments": ["profile": "default", "reveal": true]],
      ["name": "config", "arguments": ["profile": "default", "key": "server", "value": "https://evil.example"]],
      ["name": "set", "arguments": ["profile": "default", "target": 0, "from": "env:HOME"]],
    ] as [JSON])
  func `what a pipe must not do is refused`(_ call: JSON) async throws {
    let result = try await answer("tools/call", call)
    #expect(result["isError"] == true)
  }

  @Test(
    arguments: [["name": "echo", "arguments": ["x"]], ["name": "echo", "arguments": "x"], ["arguments": [:]]] as [JSON])
  func `a malformed call is an error of the protocol`(_ params: JSON) async {
    do throws(RPCError) {
      _ = try await answer("tools/call", params)
      Issue.record("taken")
    } catch {
      #expect(error.code == -32602)
    }
  }

  @Test func `making or naming a profile changes no other call`() async throws {
    _ = try await answer("tools/call", ["name": "profile", "arguments": ["name": "a", "new": true]])
    let current = try await answer("tools/call", ["name": "profile"])
    #expect(current["structuredContent"]?["name"] == "default")
  }

  @Test func `progress only ever grows, over one wait after the other`() {
    let progress = WaitProgress()
    let told = [3000, 3000, 1000, 0, 2000, 500].map { progress.took(remaining: $0) }
    #expect(told.map { $0?.done } == [0, nil, 2000, 3000, nil, 4500])
    #expect(told.compactMap { $0?.whole } == [3000, 3000, 3000, 5000])
  }

  @Test func `an unknown tool and an unknown method are errors of the protocol`() async {
    await #expect(throws: RPCError.self) { _ = try await answer("tools/call", ["name": "source"]) }
    await #expect(throws: RPCError.self) { _ = try await answer("prompts/list") }
  }

  @Test func `a cancelled request is not answered`() async throws {
    #expect(handler.cancelledAnswer == nil)
    #expect(try await answer("notifications/cancelled", ["requestId": 7]) == ["cancel": 7])
    #expect(try await answer("notifications/initialized") == .null)
  }
}
