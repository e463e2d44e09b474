import Foundation
import JSON
import JourneyCommands
import TLSServer
import Testing

/// A server does every wrong thing at every request of a login with tokens. Whatever it does: no crash, no hang, the right
/// cause, no request sent twice, nothing lost, and the same workspace signs in afterwards.
@Suite struct FaultTests {
  @Test(.timeLimit(.minutes(5)))
  func `without a fault each request goes out once, in order`() async throws {
    let server = try FaultServer()
    await server.warmUp()
    let client = try Client(port: server.port)
    try await client.signIn()
    try await client.checkAll()
    #expect(server.seen == Stage.allCases)
  }

  /// One after the other: each signs in some twenty times, and tests that run beside them have time limits too.
  @Test(.timeLimit(.minutes(5)), .serialized, arguments: Fault.allCases.filter { !$0.stalls && !$0.isHTTP2 })
  func `a fault at any request has the right cause and loses nothing`(_ fault: Fault) async throws {
    try await play(fault)
  }

  @Test(.timeLimit(.minutes(5)), arguments: Fault.allCases.filter(\.stalls))
  func `a server that stalls at any request is given up in time`(_ fault: Fault) async throws {
    try await play(fault)
  }

  @Test(.timeLimit(.minutes(5)), .serialized, arguments: Fault.allCases.filter(\.isHTTP2))
  func `a fault of HTTP/2 at any request has the right cause and loses nothing`(_ fault: Fault) async throws {
    guard HTTP2Front.hasPythonH2 else { try Test.cancel("Debian's Python has no module h2") }
    let (server, front) = try fronted(HTTP2Front.playing)
    try await play(fault, on: server)
    _ = front.end()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server that says goodbye at each request is served by new connections, and no request goes out twice`()
    async throws
  {
    guard HTTP2Front.hasNghttpx else { try Test.cancel("nghttpx is not installed") }
    let (server, front) = try fronted(HTTP2Front.nghttpx)
    await server.warmUp()
    let client = try Client(port: server.port, scheme: "https")
    try await client.signIn()
    try await client.checkAll()
    #expect(server.seen == Stage.allCases)
    #expect(try await client.call("logout")["loggedOut"] == true)
    await client.workspace.close()
    let farewells = front.end().matches(of: #/Sending GOAWAY/#).count
    #expect(farewells >= Stage.allCases.count)
  }

  /// The fault server behind one that speaks HTTP/2, which `start` starts before a port.
  private func fronted(_ start: (Int) throws -> HTTP2Front) throws -> (server: FaultServer, front: HTTP2Front) {
    let server = try FaultServer()
    let front = try start(server.port)
    server.stands(behind: front.port)
    return (server, front)
  }

  private func play(_ fault: Fault) async throws { try await play(fault, on: FaultServer()) }

  private func play(_ fault: Fault, on server: FaultServer) async throws {
    await server.warmUp()
    if fault == .gzipBomb { #expect(GzipBomb.bytes.count > 10_000) }
    for stage in Stage.allCases {
      let start = ContinuousClock.now
      let client = try Client(
        port: server.port, timeout: fault.stalls ? "2" : "20", scheme: fault.isHTTP2 ? "https" : "http")
      server.arm(fault, at: stage)
      do {
        try await Case(fault: fault, stage: stage, server: server, client: client).run()
      } catch {
        Issue.record("\(fault) at \(stage): \(error)")
      }
      try server.open()
      let took = ContinuousClock.now - start
      #expect(took < .seconds(20), "\(fault) at \(stage) took \(took)")
      await client.workspace.close()
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a host that is not there is a network failure that names it`() async throws {
    let client = try Client(server: "http://nowhere.invalid/am")
    let node = try await client.call("start", ["journey": "Login"])
    #expect(node["kind"] == "failure" && node["cause"] == "network" && node["host"] == "nowhere.invalid:80")
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["selfsigned", "wronghost", "expired"])
  func `a certificate that cannot be trusted ends in a TLS failure`(_ certificate: String) async throws {
    let server = try TLSServer(certificate: certificate)
    let client = try Client(server: "https://127.0.0.1:\(server.port)/am", ["cacert": .string(server.file("ca.pem"))])
    for _ in 1...2 {
      let node = try await client.call("start", ["journey": "Login"])
      #expect(node["kind"] == "failure" && node["cause"] == "tls", "\(node)")
      #expect(node["host"] == .string("127.0.0.1:\(server.port)"))
    }
    #expect(await client.code("next", [:]) == "not-started")
  }
}

/// One fault at one request.
private struct Case {
  let fault: Fault
  let stage: Stage
  let server: FaultServer
  let client: Client

  private var name: Comment { "\(fault) at \(stage)" }

  /// Whether the client makes good for the fault without a word.
  private var isMended: Bool { stage.isSafe && fault.looksIdle }

  func run() async throws {
    switch stage {
    case .firstStep: try await atFirstStep()
    case .answers: try await atAnswers()
    case .discovery, .serverInfo, .authorize, .token, .keys: try await atTokens()
    case .userInfo: try await atUserInfo()
    }
    try await client.checkAll()
    let end = try await client.call("logout")
    #expect(end["loggedOut"] == true, name)
  }

  /// The fault came to pass, and no request that may have had an effect was sent a second time by itself.
  private func checkHappened() throws {
    #expect(server.hasHappened, name)
    #expect(server.count(stage) == (fault == .refuse ? 0 : isMended ? 2 : 1), name)
    try server.open()
  }

  private func check(_ node: JSON) {
    #expect(node["kind"] == "failure", name)
    #expect(node["cause"] == .string(fault.code), "\(fault) at \(stage): \(node)")
    #expect(node["message"]?.string?.isEmpty == false, name)
    #expect(node["host"] == .string("127.0.0.1:\(server.port)"), name)
  }

  private func atFirstStep() async throws {
    check(try await client.call("start", ["journey": "Login"]))
    try checkHappened()
    #expect(await client.code("next") == "not-started", name)
    try await client.signIn()
  }

  /// What cannot have reached the server can be sent again; what may have is not.
  private func atAnswers() async throws {
    _ = try await client.call("start", ["journey": "Login"])
    try await client.answer()
    check(try await client.call("next"))
    try checkHappened()
    if fault == .refuse {
      #expect(try await client.call("next")["kind"] == "success", name)
    } else {
      #expect(await client.code("next") == "not-started", name)
      #expect(server.count(.answers) == 1, name)
      try await client.signIn()
    }
  }

  private func atTokens() async throws {
    try await client.signIn()
    let code = await client.code("tokens")
    try checkHappened()
    #expect(code == expectedCode, "\(fault) at \(stage): \(code ?? "no failure")")
    #expect(try await client.call("session", ["validate": true])["valid"] == true, name)
  }

  /// The name of the cookie is a question of its own: without an answer the default is taken, with a warning. A discovery
  /// document that is not there is a matter of the settings.
  private var expectedCode: String? {
    if stage == .serverInfo && fault != .refuse || isMended { return nil }
    return stage == .discovery && fault == .empty404 ? "config" : fault.code
  }

  private func atUserInfo() async throws {
    try await client.signIn()
    let before = try await client.call("tokens", ["reveal": true])
    let code = await client.code("userinfo")
    try checkHappened()
    #expect(code == expectedCode, "\(fault) at \(stage): \(code ?? "no failure")")
    #expect(try await client.call("tokens", ["reveal": true])["accessToken"] == before["accessToken"], name)
  }
}
