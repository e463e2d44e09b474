import Foundation
import PrivateBus
import SecretService
import Testing

/// What a person reads where there is no keyring.
@Suite(.enabled(if: SecretService.isInstalled, "libsecret-1.so.0 is not installed"))
struct NoKeyringTests {
  @Test(arguments: [
    [:],
    ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"],
    ["DBUS_SESSION_BUS_ADDRESS": "no address"],
    ["DBUS_SESSION_BUS_ADDRESS": "disabled:"],
    ["XDG_RUNTIME_DIR": "/nonexistent/with blank & 100%"],
  ])
  func `no D-Bus session is an error within three seconds that says what to do`(
    _ environment: [String: String]
  ) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let error = await #expect(throws: SecretServiceError.self) {
      _ = try await SecretService.connect(environment: environment)
    }
    #expect(clock.now - start < .seconds(3.5))
    guard case .noBus(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(error?.description.contains("D-Bus session") == true)
    #expect(error?.fix?.contains("dbus-run-session") == true)
  }

  @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  func `a D-Bus session without a Secret Service is an error that says what to install`() async throws {
    let bus = try PrivateBus(.none, home: KeyringHome())
    let error = await #expect(throws: SecretServiceError.self) {
      _ = try await SecretService.connect(environment: bus.environment)
    }
    guard case .noService = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.fix?.contains("gnome-keyring") == true)
  }

  @Test(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  func `a Secret Service that does not come up is given up after the limit`() async throws {
    let bus = try PrivateBus(.hanging, home: KeyringHome())
    await #expect(throws: SecretServiceError.timedOut(.milliseconds(200))) {
      _ = try await SecretService.connect(environment: bus.environment, timeout: .milliseconds(200))
    }
  }

  @Test func `a bus that takes the connection and says nothing is given up after the limit`() async throws {
    let socket = try SilentSocket()
    await #expect(throws: SecretServiceError.timedOut(.milliseconds(200))) {
      _ = try await SecretService.connect(
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket.path)"], timeout: .milliseconds(200))
    }
  }
}

struct SecretServiceErrorTests {
  @Test(
    arguments: [
      .libraryMissing("r"), .noBus("r"), .noService("r"), .noKeyring, .locked, .dismissed, .timedOut(.seconds(3)),
    ] as [SecretServiceError])
  func `each error is one sentence, and names what to do`(_ error: SecretServiceError) throws {
    #expect(error.description.hasSuffix("."))
    let fix = try #require(error.fix)
    #expect(fix.hasSuffix(".") && fix != error.description)
  }

  @Test func `a limit reads as a time`() {
    #expect(SecretServiceError.timedOut(.seconds(3)).description.contains("3.0 seconds"))
  }
}

/// A Unix socket that listens and never answers.
private final class SilentSocket: Sendable {
  let path: String
  private let descriptor: Int32
  private let folder: KeyringHome

  init() throws {
    folder = try KeyringHome()
    path = folder.url.path + "/bus"
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0 && listen(descriptor, 8) == 0)
  }

  deinit {
    close(descriptor)
  }
}
