import Foundation
import PseudoTerminal
import Testing

/// A folder that serves as home for one test, and the program run in it.
struct Home {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "journey-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// What a program starts with; a sanitizer in it is told what it is told here.
  var environment: [String: String] {
    let home = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*", "TERM": "xterm"]
    return ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" || $0.key == "TSAN_OPTIONS" }
      .merging(home) { $1 }
  }

  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  func journey(
    _ arguments: String..., input: String = "", environment more: [String: String] = [:], signal: Int32? = nil
  ) throws -> Program.Result {
    try Program.journey().run(arguments, environment: environment.merging(more) { $1 }, input: input, signal: signal)
  }

  /// The environment with the built program first in PATH, for what calls it by its name.
  func environmentWithProgram() throws -> [String: String] {
    try link("bin/journey", to: URL(filePath: Program.journey().absolutePath))
    return environment.merging(["PATH": "\(folder.path)/bin:/usr/local/bin:/usr/bin:/bin"]) { $1 }
  }

  /// Makes a symbolic link, unless it is there.
  func link(_ name: String, to place: URL) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard access(url.path, F_OK) != 0 else { return }
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: place)
  }

  /// The path of a Python with packages from PyPI, as pip takes them; where the registry does not answer the test is cancelled
  /// with that reason.
  func python(with packages: [String]) throws -> String {
    let install = """
      python3 -m venv --without-pip "$FOLDER/venv" && timeout 150 "$PIP" --python "$FOLDER/venv/bin/python" install \
        --disable-pip-version-check --no-compile --progress-bar off --retries 1 --timeout 10 \
        \(packages.map { "'\($0)'" }.joined(separator: " "))
      """
    let installed = try Self.shell(install, folder, ["PIP": Self.pip.get()])
    guard installed.status == 0 else {
      let reason = installed.errors.split(separator: "\n").last ?? ""
      try Test.cancel("\(packages.joined(separator: ", ")) cannot be had from PyPI: \(reason)")
    }
    return folder.appending(path: "venv/bin/python").path
  }

  /// The path of a pip that fills the environments of all tests: to make one with its own takes longer than most packages do.
  private static let pip = Result { () throws -> String in
    let home = try Home()
    let made = try shell("python3 -m venv \"$FOLDER/pip\"", home.folder)
    guard made.status == 0 else { throw Program.Failed(description: "no environment of Python: \(made.errors)") }
    return home.folder.appending(path: "pip/bin/pip").path
  }

  /// With the settings of the machine, which may have a proxy before the registry.
  private static func shell(
    _ line: String, _ folder: URL, _ more: [String: String] = [:]
  ) throws -> Program.Result {
    let environment = ProcessInfo.processInfo.environment.merging(["FOLDER": folder.path, "HOME": folder.path]) { $1 }
    return try Program(path: "/bin/sh").run(["-c", line], environment: environment.merging(more) { $1 })
  }

  /// Every file below the home, as one text.
  func everything() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }
}

/// The sources that the tests stand in.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}

/// A program on a terminal of its own, as a person has it.
struct Desk {
  let home: Home
  let terminal: PseudoTerminal
  /// What the variables of the locale say; nil: those of `home`.
  private let setting: TerminalSetting?

  init(home: Home? = nil, columns: Int = 80, rows: Int = 24) throws {
    self.home = try home ?? Home()
    setting = nil
    terminal = try PseudoTerminal(columns: columns, rows: rows)
  }

  init(_ setting: TerminalSetting, home: Home? = nil, rows: Int = 50) throws {
    self.home = try home ?? Home()
    self.setting = setting
    terminal = try PseudoTerminal(columns: setting.columns, rows: rows)
  }

  /// That of the home, with the locale of the setting, and without colours.
  var environment: [String: String] {
    let environment = setting.map { home.environment.filter { $0.key != "LANG" }.merging($0.environment) { $1 } }
    return (environment ?? home.environment).merging(["NO_COLOR": "1"]) { $1 }
  }

  func start(_ arguments: String..., environment: [String: String] = [:]) throws -> pid_t {
    try start(arguments, environment: environment)
  }

  /// Starts `journey`, without colours unless `environment` says otherwise.
  func start(_ arguments: [String], environment more: [String: String] = [:]) throws -> pid_t {
    try Program.journey().start(arguments, environment: environment.merging(more) { $1 }, on: terminal)
  }

  /// Starts a shell and waits for its first prompt.
  func open(_ arguments: String..., environment: [String: String] = [:]) throws -> pid_t {
    let child = try start(arguments, environment: environment)
    try terminal.expect("journey> ")
    return child
  }

  /// Types a line at the prompt and waits for what it shows, and for the next prompt.
  func run(_ line: String, shows texts: String..., prompt: String = "> ") throws {
    try terminal.type("\(line)\r")
    for text in texts { try terminal.expect(text) }
    try terminal.expect(prompt)
  }

  /// Answers questions in order: waits for each and types what belongs to it.
  func answer(_ pairs: (question: String, answer: String)...) throws {
    for pair in pairs {
      try terminal.expect(pair.question)
      try terminal.type("\(pair.answer)\r")
    }
  }

  /// Types ^D and waits for the end.
  func leave(_ child: pid_t) throws {
    try terminal.type("\u{4}")
    #expect(try Program.wait(for: child) == 0)
  }
}

extension Program {
  /// For whoever changes the folder first.
  var absolutePath: String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}

/// A port on which connections are taken and nothing is answered.
final class SilentServer {
  private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  let port: Int

  init() {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(descriptor, address, length)
        _ = listen(descriptor, 4)
        _ = getsockname(descriptor, address, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// Waits until a client has connected, for a minute at most.
  func waitForConnection() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 60_000)
  }
}
