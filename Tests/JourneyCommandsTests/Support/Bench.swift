import Crypto
import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

/// A workspace on a scripted server, with everything outside in the hands of the test.
struct Bench {
  let server = ScriptedServer()
  let clock = TestClock()
  let notices = Lines()
  let workspace: Workspace

  struct Counting: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 & 0xff) } }
  }

  init(
    _ options: JSON.Object = ["server": "https://am.example.com/am", "realm": "alpha"],
    environment: [String: String] = [:], rights: Rights = .script, change: (inout World) -> Void = { _ in }
  ) throws {
    var settings: [String: String] = [:]
    for (name, value) in environment where name.hasPrefix("JOURNEY_") { settings[name] = value }
    var launch = try LaunchOptions.parse(arguments: [], environment: settings).options
    launch.options = options
    var world = World(environment: environment, version: "1.2.3")
    let (server, notices) = (server, notices)
    world.makeTransport = { _ in server }
    world.clock = clock
    world.random = Counting()
    world.notice = { notices.append($0) }
    change(&world)
    workspace = try Workspace(options: launch, world: world, rights: rights)
  }

  /// Runs lines as a script and gives the last result.
  @discardableResult
  func run(_ lines: String) async throws -> JSON {
    let outputs = try await workspace.runLine(lines)
    return outputs.last?.value ?? .null
  }

  /// The failure that a line ends in.
  func failure(_ line: String) async -> Failure? {
    do throws(LineFailure) {
      _ = try await workspace.runLine(line)
      return nil
    } catch {
      return error.failure
    }
  }

  func call(_ method: String, _ params: JSON? = nil) async throws -> JSON {
    try await workspace.call(method, params: params).value ?? .null
  }

  func failure(_ method: String, _ params: JSON) async -> Failure? {
    do throws(Failure) {
      _ = try await workspace.call(method, params: params)
      return nil
    } catch {
      return error
    }
  }
}

/// What was said, in order.
final class Lines: Sendable {
  private let lines = Mutex<[World.Notice]>([])

  func append(_ notice: World.Notice) { lines.withLock { $0.append(notice) } }
  var all: [World.Notice] { lines.withLock { $0 } }

  /// All texts in one.
  var text: String {
    all.map { notice in
      switch notice {
      case .warning(let text), .alarm(let text), .note(let text), .exchange(let text): text
      }
    }
    .joined(separator: "\n")
  }
}

/// Documents of AM in small.
enum Step {
  static let authID = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJleHAiOjE4MDAwMDAzMDB9.c2ln"

  static func document(_ callbacks: [JSON], _ more: JSON.Object = [:]) -> JSON {
    var object: JSON.Object = ["authId": .string(authID), "callbacks": .array(callbacks)]
    for member in more.members { object[member.name] = member.value }
    return .object(object)
  }

  static let name: JSON = callback("NameCallback", "User Name", "IDToken1")
  static let password: JSON = callback("PasswordCallback", "Password", "IDToken2")
  static let login = document([name, password], ["stage": "UsernamePassword", "header": "Sign In"])

  static func callback(_ type: String, _ prompt: String, _ input: String) -> JSON {
    [
      "type": .string(type), "output": [["name": "prompt", "value": .string(prompt)]],
      "input": [["name": .string(input), "value": ""]],
    ]
  }

  static func polling(_ milliseconds: Int) -> JSON {
    document([
      [
        "type": "PollingWaitCallback",
        "output": [
          ["name": "waitTime", "value": .string("\(milliseconds)")], ["name": "message", "value": "Waiting"],
        ],
      ]
    ])
  }

  static let success: JSON = [
    "tokenId": "AQIC5w-the-session-token.*AAJTSQ.*", "successUrl": "/console", "realm": "/alpha",
  ]
  static let refused: JSON = ["code": 401, "reason": "Unauthorized", "message": "Login failure"]
}
