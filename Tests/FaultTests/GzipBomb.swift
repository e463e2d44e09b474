import Foundation

/// 100 MB of blanks, made small by the `gzip` command.
enum GzipBomb {
  static let bytes: [UInt8] = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "head -c 100000000 /dev/zero | tr '\\0' ' ' | gzip -1"]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [] }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](data)
  }()
}
