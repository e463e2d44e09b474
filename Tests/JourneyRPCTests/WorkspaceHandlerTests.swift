import JSON
import JourneyCommands
import JourneyRPC
import Synchronization
import Testing

@Suite struct WorkspaceHandlerTests {
  let handler: WorkspaceHandler

  init() throws {
    handler = WorkspaceHandler(
      try Workspace(options: LaunchOptions(), world: World(version: "9.9.9"), rights: .rpc), Notices())
  }

  private func answer(_ method: String, _ params: JSON? = nil) async throws(RPCError) -> JSON {
    switch handler.read(Call(id: 1, method: method, params: params), notify: { _, _ in }) {
    case .answered(let answer): return try answer.get()
    case .work(_, let work, let end):
      defer { end() }
      return try await work()
    case .cancel, .end: return .null
    }
  }

  @Test func `a failure carries the code, the hint and the numbers of the contract`() async {
    do throws(RPCError) {
      _ = try await answer("next")
      Issue.record("next did something without a step")
    } catch {
      #expect(error.code == 1001)
      #expect(error.data["code"] == "not-started")
      #expect(error.data["hint"]?.string != nil)
    }
  }

  @Test func `a line of instant commands is answered as it is read`() throws {
    guard
      case .answered(.success(let value)) = handler.read(
        Call(id: 1, method: "command", params: ["line": "echo a; echo b"]), notify: { _, _ in })
    else {
      Issue.record("not answered at once")
      return
    }
    #expect(value == ["results": [["text": "a"], ["text": "b"]]])
  }

  @Test func `a line that fails gives the results before it`() async {
    do throws(RPCError) {
      _ = try await answer("command", ["line": "echo a; next"])
      Issue.record("the line did not fail")
    } catch {
      #expect(error.code == 1001)
      #expect(error.data["results"] == [["text": "a"]])
    }
  }

  @Test(arguments: [nil, ["line": 1], ["line": "echo", "lines": "x"]] as [JSON?])
  func `command takes a line and nothing else`(_ params: JSON?) async {
    do throws(RPCError) {
      _ = try await answer("command", params)
      Issue.record("taken")
    } catch {
      #expect(error.code == -32602)
    }
  }

  @Test func `the OpenRPC document names what is dispatched, and every reference in it leads somewhere`() async throws {
    let document = try await answer("rpc.discover")
    let names = try #require(document["methods"]?.array).compactMap { $0["name"]?.string }
    #expect(Set(names).isSuperset(of: CommandSpec.all.filter(\.isRPC).map(\.name)))
    #expect(Set(names).count == names.count)
    let components = document["components"]
    for reference in document.text().split(separator: "\"").filter({ $0.hasPrefix("#/components/") }) {
      let parts = reference.split(separator: "/")
      #expect(components?[String(parts[2])]?[String(parts[3])] != nil, "\(reference)")
    }
    for method in try #require(document["methods"]?.array) {
      #expect(method["params"]?.array != nil && method["result"] != nil && method["summary"]?.string != nil)
    }
  }
}
