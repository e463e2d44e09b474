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

  var environment: [String: String] {
    ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*", "TERM": "xterm"]
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

  /// The path of a Python with packages from PyPI, as pip takes them; where the registry does not answer the test is cancelled
  /// with that reason.
  func python(with packages: [String]) throws -> String {
    let install = """
      python3 -m venv "$FOLDER/venv" && timeout 150 "$FOLDER/venv/bin/pip" install --disable-pip-version-check \
        --progress-bar off --retries 1 --timeout 10 \(packages.map { "'\($0)'" }.joined(separator: " "))
      """
    // With the settings of the machine, which may have a proxy before the registry.
    let environment = ProcessInfo.processInfo.environment.merging(["FOLDER": folder.path, "HOME": folder.path]) { $1 }
    let installed = try Program(path: "/bin/sh").run(["-c", install], environment: environment)
    guard installed.status == 0 else {
      let reason = installed.errors.split(separator: "\n").last ?? ""
      try Test.cancel("\(packages.joined(separator: ", ")) cannot be had from PyPI: \(reason)")
    }
    return folder.appending(path: "venv/bin/python").path
  }

  /// Every file below the home, as one text.
  func everything() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }
}

/// A program on a terminal of its own, as a person has it.
struct Desk {
  let home: Home
  let terminal: PseudoTerminal

  init(home: Home? = nil, columns: Int = 80, rows: Int = 24) throws {
    self.home = try home ?? Home()
    terminal = try PseudoTerminal(columns: columns, rows: rows)
  }

  func start(_ arguments: String..., environment: [String: String] = [:]) throws -> pid_t {
    try start(arguments, environment: environment)
  }

  /// Starts `journey`, without colours unless `environment` says otherwise.
  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> pid_t {
    let environment = home.environment.merging(["NO_COLOR": "1"]) { $1 }.merging(environment) { $1 }
    return try Program.journey().start(arguments, environment: environment, on: terminal)
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
