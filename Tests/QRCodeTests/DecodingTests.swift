import Foundation
import QRCode
import Testing

/// A second opinion: zbar reads what was drawn.
struct DecodingTests {
  private static let zbarimg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/zbarimg" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let texts = [
    "otpauth://totp/Example%20Inc:demo@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example%20Inc&digits=6&period=30",
    "pushauth://push/forgerock:demo?l=YW1sYmNvb2tpZT0wMQ&s=O9JHEGfOsaZqc5JT0DHM5hYFA8jofohw5vAP0EpG4JU&c="
      + String(repeating: "aHR0cHM6Ly9hbS5leGFtcGxlLmNvbQ", count: 8),
    "0123456789", "JOURNEY 42", "Grüße, κόσμε",
  ]

  @Test(.enabled(if: zbarimg != nil, "zbarimg is not installed (Debian: zbar-tools)"), arguments: texts)
  func `an independent decoder reads the text from the drawn lines`(_ text: String) throws {
    for style in QRCode.Style.allCases {
      let drawn = DrawnCode(try QRCode(text).lines(style: style), style: style)
      #expect(try Self.decode(drawn.bitmap(scale: 4)) == text)
    }
  }

  private static func decode(_ bitmap: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pbm")
    try bitmap.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(zbarimg))
    process.arguments = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sbinary", "-Sqrcode.enable", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let read = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: read, as: UTF8.self)
  }
}
