import Foundation

/// `openssl s_server` with one of the certificates below; ends with the object.
package final class TLSServer {
  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  package let port: Int
  private let process = Process()

  package init(certificate: String, asksClient: Bool = false) throws {
    let folder = try Self.folder.get()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"]
      + ["-cert", folder + "/\(certificate).pem", "-key", folder + "/server.key"]
      + (asksClient ? ["-Verify", "1", "-verify_return_error", "-CAfile", folder + "/ca.pem"] : [])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    guard let port = Self.announcedPort(output.fileHandleForReading) else {
      throw Failed(description: "openssl s_server does not listen")
    }
    self.port = port
  }

  // The threads that run tests block other signals, and a program that they start inherits that.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// The path of a file beside the certificates, `ca.pem` for example.
  package func file(_ name: String) -> String { (try? Self.path(of: name)) ?? name }

  /// The same, for servers other than this one: a certificate `good.pem` with its key `server.key`.
  package static func path(of name: String) throws -> String { try folder.get() + "/" + name }

  /// The server says `ACCEPT 127.0.0.1:PORT` when it listens.
  private static func announcedPort(_ output: FileHandle) -> Int? {
    var text = ""
    while true {
      let data = output.availableData
      guard !data.isEmpty else { return nil }
      text += String(decoding: data, as: UTF8.self)
      for line in text.components(separatedBy: "\n").dropLast() where line.hasPrefix("ACCEPT ") {
        return line.split(separator: ":").last.flatMap { Int($0) }
      }
    }
  }

  /// Made once for a run: an authority, another one, and certificates for the address 127.0.0.1, for another host, with a
  /// time that is over, and without an authority.
  private static let folder = Result { () throws -> String in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journey-tls-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      set -eu
      cd '\(folder)'
      key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
      ask() { openssl req -new -key "$1" -subj "/CN=$2" -out request.pem; }
      sign() { openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out "$1" "${@:2}"; }
      key ca.key; key other.key; key server.key; key plain.key
      openssl req -x509 -new -key ca.key -subj /CN=test-authority -days 2 -out ca.pem
      openssl req -x509 -new -key other.key -subj /CN=other-authority -days 2 -out other.pem
      openssl req -x509 -new -key server.key -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 2 \
        -out selfsigned.pem
      ask server.key test
      sign good.pem -days 2 -extfile <(echo subjectAltName=IP:127.0.0.1)
      sign wronghost.pem -days 2 -extfile <(echo subjectAltName=DNS:elsewhere.example)
      sign expired.pem -days -1 -extfile <(echo subjectAltName=IP:127.0.0.1)
      openssl ec -in plain.key -aes128 -passout pass:hush-hush -out client.key
      ask plain.key client
      sign client.pem -days 2
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", script]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: "the openssl command cannot make certificates")
    }
    return folder
  }
}
