import Foundation
import HTTPClient
import JSON
import JourneyEngine
import PrivateBus
import SecretService
import Synchronization
import Testing

@testable import JourneyCommands

/// `--store keyring`, against a real gnome-keyring in a D-Bus session of its own.
@Suite(.enabled(if: PrivateBus.hasKeyring, "dbus-daemon or gnome-keyring-daemon is not installed"))
struct KeyringStorageTests {
  private let home: KeyringHome
  private let bus: PrivateBus

  init() throws {
    home = try KeyringHome()
    bus = try PrivateBus(.unlocked(password: "pw"), home: home)
  }

  @Test func `a profile's document comes back, and another profile has its own`() async throws {
    let workspace = try workspace()
    let document: JSON = ["session": ["token": "a\"b\u{0}Grüße"], "number": 0.10]
    try await workspace.keyringStorage(of: "work").save(document)
    try await workspace.keyringStorage(of: "it's").save(["session": .null])
    #expect(try await workspace.keyringStorage(of: "work").load() == document)
    try await workspace.keyringStorage(of: "it's").delete()
    #expect(try await workspace.keyringStorage(of: "it's").load() == nil)
    #expect(try await workspace.keyringStorage(of: "work").load() == document)
  }

  @Test func `what is damaged is an error, stays as it is, and 'forget' deletes it`() async throws {
    let attributes = ["application": "journey", "profile": "default"]
    let keyring = try await SecretService.connect(environment: bus.environment)
    try await keyring.store(Array("{\"session\":".utf8), label: "journey: default", attributes)
    let workspace = try workspace()
    let error = await #expect(throws: StorageError.self) {
      _ = try await workspace.keyringStorage(of: "default").load()
    }
    #expect(error?.message.contains("'forget default'") == true)
    #expect(try await keyring.load(attributes) == Array("{\"session\":".utf8))
    _ = try await workspace.call("forget")
    #expect(try await keyring.load(attributes) == nil)
  }

  @Test func `two processes' worth of storage take turns`() async throws {
    let storages = [try workspace().keyringStorage(of: "p"), try workspace().keyringStorage(of: "p")]
    let inside = Log<String>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for storage in storages {
        group.addTask {
          try await storage.exclusively {
            inside.add("in")
            let count = try await storage.load()?["count"]?.integer ?? 0
            try await storage.save(["count": .number(JSON.Number(count + 1))])
            inside.add("out")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.entries == ["in", "out", "in", "out"])
    #expect(try await storages[0].load()?["count"]?.integer == 2)
  }

  @Test func `a journey goes on in the next process, and no file has anything of it`() async throws {
    let server = OneStepServer()
    let notices = Log<String>()
    let first = try workspace(server) { notice in notices.add("\(notice)") }
    _ = try await first.runLine("start Login")
    _ = try await first.runLine("set 0 demo")
    await first.close()
    #expect(notices.entries.contains { $0.contains("kept in the keyring (Secret Service)") })

    let second = try workspace(server)
    _ = try await second.runLine("next")
    #expect(server.bodies.last?["callbacks"]?[0]?["input"]?[0]?["value"]?.string == "demo")
    await second.close()

    let third = try workspace(server)
    let rows = try await third.call("profiles").value
    #expect(rows?[0]?["loggedIn"]?.bool == true)
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.url.path) {
      let content = FileManager.default.contents(atPath: "\(home.url.path)/\(name)")
      #expect(content?.range(of: Data("canary".utf8)) == nil, "\(name)")
    }
  }

  @Test func `no D-Bus session is a storage failure that names the fix and the file store`() async throws {
    let workspace = try workspace(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
    let failure = await #expect(throws: Failure.self) { _ = try await workspace.call("start", params: ["Login"]) }
    #expect(failure?.code == .storage)
    #expect(failure?.message.contains("D-Bus session") == true)
    #expect(failure?.hint?.contains("dbus-run-session") == true)
    #expect(failure?.hint?.contains("--store file") == true)
  }

  private func workspace(
    _ server: OneStepServer = OneStepServer(), environment: [String: String]? = nil,
    notice: @escaping @Sendable (World.Notice) -> Void = { _ in }
  ) throws -> Workspace {
    let folders = ["HOME": home.url.path, "XDG_STATE_HOME": home.url.path + "/state"]
    var world = World(environment: folders.merging(environment ?? bus.environment) { $1 })
    world.makeTransport = { _ in server }
    world.notice = notice
    let options: JSON.Object = [
      "store": "keyring", "server": "https://am.example.com/am", "cookie": "iPlanetDirectoryPro",
    ]
    return try Workspace(options: LaunchOptions(options: options), world: world, rights: .script)
  }
}

/// A server whose journey asks for a name and then gives a session.
private final class OneStepServer: HTTPTransport {
  private let received = Log<JSON>()

  var bodies: [JSON] { received.entries }

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    let body = request.body.flatMap { try? JSON(parsing: $0) } ?? .null
    received.add(body)
    let reply: JSON =
      body["authId"] == nil
      ? [
        "authId": "canary-auth-id",
        "callbacks": [
          [
            "type": "NameCallback", "output": [["name": "prompt", "value": "User Name"]],
            "input": [["name": "IDToken1", "value": ""]],
          ]
        ],
      ]
      : ["tokenId": "canary-session", "successUrl": "/am/console", "realm": "/"]
    return HTTPResponse(
      status: 200, headers: HTTPHeaders([("Content-Type", "application/json")]), body: reply.bytes())
  }
}

/// What happened, in order.
private final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }
  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
