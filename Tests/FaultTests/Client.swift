import HTTPClient
import JSON
import JourneyCommands
import TLSServer
import Testing

/// The command layer as a face would drive it, against a server of a test.
struct Client {
  let workspace: Workspace

  init(port: Int, timeout: String = "20", scheme: String = "http") throws {
    try self.init(
      server: "\(scheme)://127.0.0.1:\(port)/am",
      [
        "cacert": .string(try TLSServer.path(of: "ca.pem")),
        "timeout": .number(try #require(JSON.Number(text: timeout))), "clientId": "journey",
        "redirectUri": "org.example.journey:/callback", "scope": ["openid", "profile"], "clientAuth": "none",
      ])
  }

  init(server: String, _ options: JSON.Object = [:]) throws {
    var options = options
    options["server"] = .string(server)
    var world = World()
    world.makeTransport = { configuration in
      var configuration = configuration
      configuration.proxy = ""
      return CurlTransport(configuration)
    }
    workspace = try Workspace(options: LaunchOptions(options: options), world: world, rights: .rpc)
  }

  func output(_ method: String, _ params: JSON? = nil) async throws -> Output {
    try await workspace.call(method, params: params)
  }

  func call(_ method: String, _ params: JSON? = nil) async throws -> JSON {
    try #require(try await output(method, params).value)
  }

  /// The code of the failure that a call ends in; nil where it does not fail.
  func code(_ method: String, _ params: JSON? = nil) async -> String? {
    do throws(Failure) {
      _ = try await workspace.call(method, params: params)
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  func answer() async throws {
    _ = try await call("set", [0, "demo"])
    _ = try await call("set", [1, "Ch4ng31t"])
  }

  func signIn() async throws {
    #expect(try await call("start", ["journey": "Login"])["kind"] == "continue")
    try await answer()
    #expect(try await call("next")["kind"] == "success")
  }

  /// Session, tokens and user information are there.
  func checkAll() async throws {
    #expect(try await call("tokens", ["reveal": true])["claims"]?["sub"] != nil)
    #expect(try await call("userinfo")["sub"] != nil)
  }
}
