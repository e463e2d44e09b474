import HTTPClient
import JSON
import JourneyEngine
import Testing

/// What most tests of a journey need.
enum Scene {
  static let server = "https://am.example.test/am"
  static let cookieName = "iPlanetDirectoryPro"

  /// A journey in the realm alpha against a scripted server, cookie name set.
  static func journey(
    _ server: ScriptedServer, _ configure: (inout JourneyConfig) -> Void = { _ in }
  ) -> Journey {
    Journey.createJourney { config in
      config.serverUrl = Scene.server
      config.realm = "alpha"
      config.cookie = Scene.cookieName
      config.transport = server
      config.clock = TestClock()
      config.random = CountingRandom()
      configure(&config)
    }
  }

  /// A page with name and password.
  static func step(_ authID: String = "e30.e30.c2ln") -> JSON {
    [
      "authId": .string(authID),
      "callbacks": [
        [
          "type": "NameCallback", "output": [["name": "prompt", "value": "User Name"]],
          "input": [["name": "IDToken1", "value": ""]], "_id": 0,
        ],
        [
          "type": "PasswordCallback", "output": [["name": "prompt", "value": "Password"]],
          "input": [["name": "IDToken2", "value": ""]], "_id": 1,
        ],
      ],
      "stage": "UsernamePassword", "header": "Sign In",
    ]
  }

  /// The end of a journey with this session.
  static func success(_ token: String = "S1.*AAJ*") -> JSON {
    ["tokenId": .string(token), "successUrl": "/enduser/?realm=/alpha", "realm": "/alpha"]
  }

  static let loginFailure: JSON = ["code": 401, "reason": "Unauthorized", "message": "Login failure"]

  /// The node as a step, or a failed test.
  static func step(_ node: any Node, _ location: SourceLocation = #_sourceLocation) throws -> ContinueNode {
    try #require(node as? ContinueNode, "this is no step: \(node)", sourceLocation: location)
  }

  /// A journey that has signed in with this session, its server waiting for more.
  static func signedIn(_ server: ScriptedServer, token: String = "S1.*AAJ*") async throws -> Journey {
    let journey = journey(server)
    server.expect(.json(200, success(token)))
    _ = try #require(await journey.start() as? SuccessNode)
    return journey
  }
}

extension MemoryStorage {
  /// What is kept for a server.
  func state(_ server: String = Scene.server) -> JSON? { KeptDocument(json: load())?[server] }
}
