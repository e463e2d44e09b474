import Crypto
import Foundation
import HTTPServer
import Synchronization

@testable import JourneySandbox

/// The sandbox behind a socket that does one thing wrong, once, with one request of a login. Each connection has its own thread.
final class FaultServer: Sendable {
  private struct State {
    var listener: Int32 = -1
    var port = 0
    var armed: (fault: Fault, stage: Stage)?
    var seen: [Stage] = []
    /// Since the fault was armed.
    var counts: [Stage: Int] = [:]
    var hasHappened = false
  }

  /// The port that clients reach: its own, or that of the server in front.
  private(set) var port: Int {
    get { state.withLock { $0.port } }
    set { state.withLock { $0.port = newValue } }
  }
  private let ownPort: Int
  private let application: Application
  private let state = Mutex(State())

  init() throws {
    (application, _) = try Application.make(SandboxConfiguration(), clock: .system, random: SystemRandom())
    let (listener, port) = try Self.listen(port: 0)
    ownPort = port
    application.listens(on: port)
    state.withLock {
      $0.listener = listener
      $0.port = port
    }
    accept(on: listener)
  }

  /// Clients reach it at a server that speaks HTTP/2 over TLS from now on.
  func stands(behind front: Int) {
    port = front
    application.listens(on: front, behindTLS: true)
  }

  /// Has the sandbox make its keys, so that no time limit meets that.
  func warmUp() async {
    let target = "/am/oauth2/connect/jwk_uri"
    let request = ServerRequest(method: "GET", target: target, headers: [("Host", "127.0.0.1:\(port)")])
    _ = await application.answer(request).response
  }

  /// Does the fault with the next request of that stage, and everything right again afterwards.
  func arm(_ fault: Fault, at stage: Stage) {
    state.withLock { state in
      state.armed = (fault, stage)
      state.counts = [:]
      state.hasHappened = false
    }
    if fault == .refuse, stage.before == nil { close() }
  }

  /// Listens again after `refuse`.
  func open() throws {
    guard state.withLock({ $0.listener < 0 }) else { return }
    let (listener, _) = try Self.listen(port: ownPort)
    state.withLock { $0.listener = listener }
    accept(on: listener)
  }

  /// Refuses connections from now on; connections that are there stay.
  func close() {
    let listener = state.withLock { state in
      defer {
        state.listener = -1
        state.armed = nil
        state.hasHappened = true
      }
      return state.listener
    }
    guard listener >= 0 else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    Foundation.close(listener)
  }

  /// How many requests of the stage came since the fault was armed.
  func count(_ stage: Stage) -> Int { state.withLock { $0.counts[stage] ?? 0 } }
  /// Whether the fault that was armed came to pass.
  var hasHappened: Bool { state.withLock { $0.hasHappened } }
  /// Every request that came.
  var seen: [Stage] { state.withLock { $0.seen } }

  private static func listen(port: Int) throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Foundation.listen(descriptor, 512) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func accept(on listener: Int32) {
    Thread.detachNewThread { [self] in
      while true {
        let descriptor = Foundation.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        Thread.detachNewThread { self.serve(FaultConnection(descriptor)) }
      }
    }
  }

  private func serve(_ connection: FaultConnection) {
    defer { connection.finish() }
    while let request = connection.readRequest() {
      let stage = Stage(target: request.target, body: String(decoding: request.body, as: UTF8.self))
      let (fault, refusesNext) = state.withLock { state -> (Fault?, Bool) in
        guard let stage else { return (nil, false) }
        state.seen.append(stage)
        state.counts[stage, default: 0] += 1
        guard let armed = state.armed else { return (nil, false) }
        if armed.fault == .refuse { return (nil, armed.stage.before == stage) }
        guard armed.stage == stage else { return (nil, false) }
        state.armed = nil
        state.hasHappened = true
        return (armed.fault, false)
      }
      if let fault {
        fault.play(on: connection, target: request.target)
        if fault.isWholeAnswer { continue }
        return
      }
      if refusesNext { close() }
      connection.write(bytes: answer(request, closes: refusesNext))
      if refusesNext { return }
    }
  }

  /// The sandbox's answer as bytes.
  private func answer(_ request: FaultConnection.Request, closes: Bool) -> [UInt8] {
    let asked = ServerRequest(
      method: request.method, target: request.target, headers: request.headers, body: request.body)
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    Task { [application] in
      let response = await application.answer(asked).response
      box.response.withLock { $0 = response }
      done.signal()
    }
    done.wait()
    guard let response = box.response.withLock({ $0 }) else { return [] }
    var head = "HTTP/1.1 \(response.status) Told\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    if closes { head += "Connection: close\r\n" }
    head += "Content-Length: \(response.body.count)\r\n\r\n"
    return Array(head.utf8) + response.body
  }

  private final class Box: Sendable {
    let response = Mutex<ServerResponse?>(nil)
  }
}
