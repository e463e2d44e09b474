import Crypto
import HTTPServer
import JSON
import Synchronization
import Testing

@testable import JourneySandbox

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let milliseconds = Atomic<Int>(1_770_000_000_000)

  var clock: SandboxClock { SandboxClock { self.milliseconds.load(ordering: .relaxed) } }

  func advance(seconds: Int) { milliseconds.wrappingAdd(seconds * 1000, ordering: .relaxed) }
}

/// Bytes that look random and are the same in each run.
final class TestRandom: RandomSource {
  private let state = Mutex<UInt64>(0x9E37_79B9_7F4A_7C15)

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 32)
      }
    }
  }
}

/// A sandbox without a socket, and the requests that tests make of it.
struct Desk {
  let application: Application
  let notes: [String]
  let clock = TestClock()
  /// The address that requests come from.
  var peer = "127.0.0.1"

  init(_ configure: (inout SandboxConfiguration) -> Void = { _ in }) throws {
    var configuration = SandboxConfiguration()
    configure(&configuration)
    (application, notes) = try Application.make(configuration, clock: clock.clock, random: TestRandom())
    application.listens(on: 8080)
  }

  /// A sandbox with one more journey.
  init(journey: JSON) throws {
    var application: Application?
    var notes: [String] = []
    let clock = clock
    try TemporaryFile.with(journey.text()) { path in
      var configuration = SandboxConfiguration()
      configuration.journeyFiles = [path]
      (application, notes) = try Application.make(configuration, clock: clock.clock, random: TestRandom())
    }
    self.application = try #require(application)
    self.notes = notes
    self.application.listens(on: 8080)
  }

  func send(
    _ method: String, _ path: String, headers: HeaderList = [], body: [UInt8] = [], host: String = "127.0.0.1:8080"
  ) async -> Reply {
    let target = path.hasPrefix("/sandbox") ? path : "/am" + path
    let request = ServerRequest(
      method: method, target: target, headers: [("Host", host)] + headers, body: body, peer: peer)
    return Reply(await application.answer(request).response)
  }

  func post(_ path: String, _ body: JSON, headers: HeaderList = []) async -> Reply {
    await send("POST", path, headers: [("Content-Type", "application/json")] + headers, body: body.bytes())
  }

  func form(_ path: String, _ pairs: [(String, String)], headers: HeaderList = []) async -> Reply {
    var form = Parameters()
    for pair in pairs { form.add(pair.0, pair.1) }
    return await send(
      "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")] + headers,
      body: Array(form.encoded.utf8))
  }

  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> Reply {
    await send(
      method, "/sandbox" + path, headers: [("Authorization", "Bearer " + application.control.token)],
      body: body?.bytes() ?? [])
  }

  // Journeys

  func start(_ journey: String = "Login", realm: String = "", query: String = "", headers: HeaderList = []) async
    -> Reply
  {
    await post(
      "/json\(realm)/authenticate?authIndexType=service&authIndexValue=\(PercentText.encode(journey))\(query)", [:],
      headers: headers)
  }

  /// Starts a journey that begins with name and password, and gives them.
  func signIn(_ journey: String, headers: HeaderList = []) async throws -> Reply {
    await answer(try await start(journey, headers: headers).json(), "demo", "Ch4ng31t", headers: headers)
  }

  /// Posts a step back with the first inputs of its callbacks set in turn.
  func answer(_ step: JSON, _ values: JSON..., query: String = "", headers: HeaderList = []) async -> Reply {
    await post("/json/authenticate" + query, Desk.filled(step, values), headers: headers)
  }

  static func filled(_ step: JSON, _ values: [JSON]) -> JSON {
    var document = step.object ?? JSON.Object()
    var callbacks = step["callbacks"]?.array ?? []
    var rest = values[...]
    for index in callbacks.indices {
      guard var inputs = callbacks[index]["input"]?.array, !inputs.isEmpty, let value = rest.popFirst(),
        var callback = callbacks[index].object, var input = inputs[0].object
      else { continue }
      input["value"] = value
      inputs[0] = .object(input)
      callback["input"] = .array(inputs)
      callbacks[index] = .object(callback)
    }
    document["callbacks"] = .array(callbacks)
    return .object(document)
  }

  /// The token of a fresh session.
  func session(realm: String = "") async throws -> String {
    let step = await start(realm: realm)
    let end = await answer(try step.json(), "demo", "Ch4ng31t")
    return try #require(try end.json()["tokenId"]?.string)
  }

  func lives(_ token: String) async -> Bool {
    await post("/json/sessions?_action=getSessionInfo", [:], headers: [("iPlanetDirectoryPro", token)]).status == 200
  }
}

/// An answer with the views that tests need.
struct Reply {
  let response: ServerResponse

  init(_ response: ServerResponse) { self.response = response }

  var status: Int { response.status }
  var text: String { String(decoding: response.body, as: UTF8.self) }

  func json() throws -> JSON { try JSON(parsing: response.body) }

  func header(_ name: String) -> String? {
    response.headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  func headers(_ name: String) -> [String] {
    response.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  var headerNames: Set<String> { Set(response.headers.map(\.name)) }

  /// The parameters in the query of the redirect.
  var redirected: Parameters {
    let parts = (header("Location") ?? "").split(separator: "?", maxSplits: 1)
    return Parameters(encoded: parts.count == 2 ? String(parts[1]) : "")
  }

  func types() throws -> [String] {
    (try json()["callbacks"]?.array ?? []).compactMap { $0["type"]?.string }
  }

  /// An output of a callback of the step.
  func output(_ callback: Int, _ name: String) throws -> JSON? {
    (try json()["callbacks"]?[callback]?["output"]?.array ?? []).first { $0["name"]?.string == name }?["value"]
  }
}
