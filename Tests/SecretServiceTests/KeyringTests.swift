import PrivateBus
import SecretService
import Testing

/// Against a real gnome-keyring in a D-Bus session of its own.
@Suite(.enabled(if: PrivateBus.hasKeyring, "dbus-daemon or gnome-keyring-daemon is not installed"))
struct KeyringTests {
  private static let attributes = ["application": "journey", "profile": "default"]

  @Test func `what is stored is loaded again, by another connection too`() async throws {
    try await withKeyring { keyring, bus in
      #expect(try await keyring.load(Self.attributes) == nil)
      try await keyring.store(Array("{\"a\":1}".utf8), label: "journey: default", Self.attributes)
      #expect(try await keyring.load(Self.attributes) == Array("{\"a\":1}".utf8))
      let other = try await SecretService.connect(environment: bus.environment)
      #expect(try await other.load(Self.attributes) == Array("{\"a\":1}".utf8))
    }
  }

  @Test func `storing again replaces, and leaves one to delete`() async throws {
    try await withKeyring { keyring, _ in
      try await keyring.store([1], label: "one", Self.attributes)
      try await keyring.store([2, 3], label: "two", Self.attributes)
      #expect(try await keyring.load(Self.attributes) == [2, 3])
      try await keyring.delete(Self.attributes)
      #expect(try await keyring.load(Self.attributes) == nil)
      try await keyring.delete(Self.attributes)
    }
  }

  @Test func `another profile is untouched, however alike its name is`() async throws {
    try await withKeyring { keyring, _ in
      let names = ["a", "A", "a ", " a", "a:b", "it's \"quoted\"", "Grüße 🔑", "line\nbreak", "%61", "profile=a", ""]
      for (number, name) in names.enumerated() {
        let attributes = ["application": "journey", "profile": name]
        try await keyring.store([UInt8(number)], label: "journey: \(name)", attributes)
      }
      try await keyring.delete(["application": "journey", "profile": "a"])
      for (number, name) in names.enumerated() {
        let loaded = try await keyring.load(["application": "journey", "profile": name])
        #expect(loaded == (name == "a" ? nil : [UInt8(number)]), "profile '\(name)'")
      }
    }
  }

  @Test func `any bytes come back as they went, up to 256 KiB and none at all`() async throws {
    try await withKeyring { keyring, _ in
      let all = (UInt8.min...UInt8.max).map { $0 }
      let secrets: [[UInt8]] = [
        [], [0], all, Array("Grüße 🔑\r\n\u{0}".utf8), Array(repeating: 0x7B, count: 64 * 1024 + 1),
        Array(repeating: all, count: 1024).flatMap { $0 },
      ]
      for secret in secrets {
        try await keyring.store(secret, label: "journey", Self.attributes)
        #expect(try await keyring.load(Self.attributes) == secret, "\(secret.count) bytes")
      }
    }
  }

  @Test func `calls side by side on one connection do not mix`() async throws {
    try await withKeyring { keyring, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in UInt8(0)..<20 {
          group.addTask {
            let attributes = ["application": "journey", "profile": "\(number)"]
            try await keyring.store([number], label: "journey", attributes)
            #expect(try await keyring.load(attributes) == [number])
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a zero byte in a name is refused, as it would make two profiles one`() async throws {
    try await withKeyring { keyring, _ in
      let attributes = ["application": "journey", "profile": "a\0b"]
      await #expect(throws: SecretServiceError.zeroByte) { try await keyring.load(attributes) }
      await #expect(throws: SecretServiceError.zeroByte) { try await keyring.delete(attributes) }
      await #expect(throws: SecretServiceError.zeroByte) { try await keyring.store([1], label: "x", attributes) }
      await #expect(throws: SecretServiceError.zeroByte) {
        try await keyring.store([1], label: "x\0y", Self.attributes)
      }
    }
  }

  @Test func `a locked keyring is an error that says how to unlock it, and what is in it stays`() async throws {
    let home = try KeyringHome()
    do {
      let bus = try PrivateBus(.unlocked(password: "pw"), home: home)
      let keyring = try await SecretService.connect(environment: bus.environment)
      try await keyring.store([42], label: "journey", Self.attributes)
    }
    do {
      let bus = try PrivateBus(.locked, home: home)
      let keyring = try await SecretService.connect(environment: bus.environment)
      await #expect(throws: SecretServiceError.locked) { try await keyring.load(Self.attributes) }
      await #expect(throws: SecretServiceError.locked) { try await keyring.store([1], label: "x", Self.attributes) }
      await #expect(throws: SecretServiceError.locked) { try await keyring.delete(Self.attributes) }
      #expect(SecretServiceError.locked.fix?.contains("gnome-keyring-daemon --unlock") == true)
    }
    let bus = try PrivateBus(.unlocked(password: "pw"), home: home)
    let keyring = try await SecretService.connect(environment: bus.environment)
    #expect(try await keyring.load(Self.attributes) == [42])
  }

  @Test func `a question that cannot be shown is an error and no hang`() async throws {
    let home = try KeyringHome()
    do {
      let bus = try PrivateBus(.unlocked(password: "pw"), home: home)
      let keyring = try await SecretService.connect(environment: bus.environment)
      try await keyring.store([42], label: "journey", Self.attributes)
    }
    let bus = try PrivateBus(.locked, home: home)
    let keyring = try await SecretService.connect(environment: bus.environment, promptLimit: .seconds(3))
    // There is no display, so gnome-keyring has no prompter to ask by.
    await #expect(throws: SecretServiceError.dismissed) { try await keyring.load(Self.attributes) }
  }

  private func withKeyring(_ body: (SecretService, PrivateBus) async throws -> Void) async throws {
    let bus = try PrivateBus(.unlocked(password: "pw"), home: KeyringHome())
    // Other tests run beside this one, so the keyring may be slow to come up.
    try await body(try await SecretService.connect(environment: bus.environment, timeout: .seconds(30)), bus)
  }
}
