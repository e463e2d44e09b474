import Foundation
import Testing

/// `openssl s_server` with a certificate that is wrong in one way; ends with the object.
final class TLSServer {
  let port: Int
  /// PEM file of the authority that signed the certificates.
  let authority: String
  private let process = Process()

  init(certificate: String) throws {
    let folder = try Self.folder.get()
    authority = folder + "/ca.pem"
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", folder + "/\(certificate).pem",
      "-key", folder + "/server.key",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    port = try #require(Self.announcedPort(output.fileHandleForReading))
  }

  deinit { process.terminate() }

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

  private static let folder = Result { () throws -> String in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journey-fault-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      set -eu
      cd '\(folder)'
      for name in ca server; do openssl ecparam -name prime256v1 -genkey -noout -out $name.key; done
      openssl req -x509 -new -key ca.key -subj /CN=test-authority -days 2 -out ca.pem
      openssl req -x509 -new -key server.key -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 2 \
        -out selfsigned.pem
      openssl req -new -key server.key -subj /CN=test -out request.pem
      sign() { openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out "$@"; }
      sign wronghost.pem -days 2 -extfile <(echo subjectAltName=DNS:elsewhere.example)
      sign expired.pem -days -1 -extfile <(echo subjectAltName=IP:127.0.0.1)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", script]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the openssl command cannot make certificates")
    return folder
  }
}
