package import Foundation

/// A D-Bus session with nobody in it but what a test puts there, with its folders in a temporary place. It ends with this
/// object, and takes a keyring that it started with it.
package final class PrivateBus: Sendable {
  /// What D-Bus runs when somebody first asks for the Secret Service.
  package enum Service {
    case none
    /// gnome-keyring, unlocked with this password, which makes a default keyring in a new folder.
    case unlocked(password: String)
    /// gnome-keyring as it comes up without a password.
    case locked
    /// A program that never gets there.
    case hanging

    fileprivate var command: String? {
      switch self {
      case .none: nil
      case .unlocked(let password):
        "printf %s '\(password)' | exec gnome-keyring-daemon --foreground --components=secrets --unlock"
      case .locked: "exec gnome-keyring-daemon --foreground --components=secrets"
      case .hanging: "exec sleep 5"
      }
    }
  }

  package static let isInstalled = isInstalled("dbus-daemon")
  package static let hasKeyring = isInstalled && isInstalled("gnome-keyring-daemon")

  /// The environment of a program in this session.
  package let environment: [String: String]
  private let process: pid_t
  private let home: KeyringHome

  /// - Parameter home: where the keyrings are; those of an earlier session with the same one are there again.
  package init(_ service: Service, home: KeyringHome) throws {
    let folder = home.url.appendingPathComponent("bus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let command = service.command {
      let script = folder.appendingPathComponent("start")
      try Data("#!/bin/sh\n\(command) >/dev/null 2>&1\n".utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
      let entry = "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=\(script.path)\n"
      try Data(entry.utf8).write(to: folder.appendingPathComponent("org.freedesktop.secrets.service"))
    }
    let configuration = folder.appendingPathComponent("bus.conf")
    try Data(Self.configuration(folder: folder.path).utf8).write(to: configuration)

    // It forks when it is ready, and prints its address and its process.
    let starter = Process()
    starter.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    starter.arguments = [
      "dbus-daemon", "--config-file=\(configuration.path)", "--fork", "--print-address=1", "--print-pid=1",
    ]
    starter.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "HOME": home.url.path, "XDG_DATA_HOME": home.url.path, "XDG_RUNTIME_DIR": home.url.path,
      "XDG_CONFIG_HOME": home.url.path, "XDG_CACHE_HOME": home.url.path,
    ]
    let output = Pipe()
    starter.standardOutput = output
    starter.standardError = FileHandle.nullDevice
    try starter.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let lines = printed.split(separator: "\n")
    guard lines.count == 2, let process = pid_t(lines[1]) else { throw NotStarted(printed: printed) }
    environment = ["DBUS_SESSION_BUS_ADDRESS": String(lines[0])]
    self.process = process
    self.home = home
  }

  deinit {
    // It has the signal mask of the thread that started it, in which SIGTERM may be blocked.
    kill(process, SIGKILL)
  }

  package struct NotStarted: Error {
    let printed: String
  }

  private static func configuration(folder: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:dir=\(folder)</listen>
      <servicedir>\(folder)</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  private static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// A folder that goes away with this object.
package final class KeyringHome: Sendable {
  package let url: URL

  package init() throws {
    // Short, because the path of a socket has room for about a hundred bytes.
    url = URL(fileURLWithPath: "/tmp/journey-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
