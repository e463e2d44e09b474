import JSON
import JourneyCommands
import PseudoTerminal
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct SourceTests {
  private func bench(_ rights: Rights) async throws -> Bench {
    let bench = try Bench(environment: ["VALUE": " from env \n"], rights: rights) { world in
      world.readFile = { path throws(Failure) in
        if path == "/value" { return Array(" from file \r\n".utf8) }
        if path == "/two" { return Array("x\n\n".utf8) }
        if path == "/bad" { return [0xff] }
        throw Failure(.usage, "\(path) cannot be read: No such file or directory.")
      }
      world.readDescriptor = { number throws(Failure) in Array("from \(number)\n".utf8) }
      world.readStandardInput = { () throws(Failure) in Array("from stdin\n".utf8) }
      world.runShell = { command, _ throws(Failure) in Array("ran \(command)\n".utf8) }
      world.ask = { question throws(Failure) in "asked \(question.text)" }
    }
    try await bench.workspace.bindSecret("bound", to: "env:VALUE")
    bench.server.expect(Step.login)
    try await bench.run("start")
    return bench
  }

  @Test(arguments: [
    ("file:/value", " from file "), ("file:/two", "x\n"), ("fd:5", "from 5"), ("env:VALUE", " from env \n"),
    ("cmd:pass show x:y", "ran pass show x:y"), ("stdin", "from stdin"), ("prompt", "asked User Name"),
    ("secret:bound", " from env \n"),
  ])
  func `a source gives its value without one line end`(_ source: String, _ value: String) async throws {
    let bench = try await bench(.script)
    bench.server.expect(Step.success)
    try await bench.run("set 0 --from '\(source)'; set 1 x; next")
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"]?.string == value)
  }

  @Test(arguments: [
    ("prompt", true), ("env:VALUE", true), ("cmd:x", true), ("secret:bound", true), ("file:/value", false),
    ("fd:3", false), ("stdin", false),
  ])
  func `what comes from some sources is a secret`(_ source: String, _ isSecret: Bool) async throws {
    let callback = try await bench(.script).run("set 0 --from '\(source)'")
    #expect(callback["inputs"]?[0]?["secret"] == .bool(isSecret))
  }

  @Test func `a command gets no variable that is a secret here`() async throws {
    let given = Mutex<[String: String]>([:])
    let environment = [
      "PATH": "/bin", "USED": "used-value", "SAME": "used-value", "NAMED": "client-secret", "HEADER": "a-header",
      "LATER": "x-later",
      "JOURNEY_LOCALE": "fr", "HOME": "/home/used-value",
    ]
    let options: JSON.Object = [
      "server": "https://am.example.com/am", "clientSecretFrom": "env:NAMED", "headerFrom": ["X-A=env:HEADER"],
    ]
    let bench = try Bench(options, environment: environment) { world in
      world.runShell = { _, variables throws(Failure) in
        given.withLock { $0 = variables }
        return Array("demo".utf8)
      }
    }
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("let x ${env:USED}; login --answer-from Name=cmd:whoami --answer-from Password=env:LATER")
    #expect(given.withLock { $0 } == ["PATH": "/bin", "HOME": "/home/used-value"])
  }

  @Test func `a command gets the variables that it names as they are, and no others`() async throws {
    let given = Mutex<[(String, [String: String])]>([])
    let bench = try Bench(environment: ["PATH": "/bin"]) { world in
      world.runShell = { command, variables throws(Failure) in
        given.withLock { $0.append((command, variables)) }
        return Array("demo".utf8)
      }
    }
    bench.server.expect(Step.login)
    let hostile = "a'; touch /tmp/x; echo 'b"
    try await bench.run("let step \"\(hostile)\"; let other o; start; set 0 --from 'cmd:sign \"$step\"'")
    #expect(given.withLock { $0.map(\.0) } == ["sign \"$step\""])
    #expect(given.withLock { $0.map(\.1) } == [["PATH": "/bin", "step": hostile]])
  }

  @Test(arguments: ["nothing", "file", "file:", "prompt:x", "http:x", "fd:x", "secret:none", "env:NONE", "file:/bad"])
  func `what is no source is a usage error`(_ source: String) async throws {
    #expect(await (try bench(.script)).failure("set 0 --from '\(source)'")?.code == .usage)
  }

  @Test(arguments: ["prompt", "stdin", "fd:3", "file:/value", "env:VALUE", "cmd:x"])
  func `a pipe has secrets alone unless sources are allowed`(_ source: String) async throws {
    let failure = await (try bench(.rpc)).failure("set", ["target": 0, "from": .string(source)])
    #expect(failure?.code == .usage)
    #expect(await (try bench(.mcp)).failure("set", ["target": 0, "from": .string(source)])?.code == .usage)
  }

  @Test(arguments: [
    ("prompt", false), ("stdin", false), ("fd:3", false), ("file:/value", true), ("env:VALUE", true),
    ("cmd:x", true), ("secret:bound", true),
  ])
  func `allowed sources are file, env and cmd`(_ source: String, _ isAllowed: Bool) async throws {
    let failure = await (try bench(.rpcWithSources)).failure("set", ["target": 0, "from": .string(source)])
    #expect(failure?.code == (isAllowed ? nil : .usage))
  }

  @Test func `a script on standard input cannot read it`() async throws {
    #expect(await (try bench(.scriptOnStandardInput)).failure("set 0 --from stdin")?.code == .usage)
  }

  @Test func `a pipe has no environment, no files and no reveal where it has no right`() async throws {
    let rpc = try await bench(.rpc)
    #expect(await rpc.failure("echo ${env:VALUE}")?.code == .usage)
    #expect(await rpc.failure("source", ["file": "/value"])?.code == .usage)
    #expect(await rpc.failure("config", ["cacert", "/etc/passwd"])?.code == .usage)
    let mcp = try await bench(.mcp)
    #expect(await mcp.failure("source", ["file": "/value"])?.code == .unknownMethod)
    #expect(await mcp.failure("config", ["realm", "x"])?.code == .usage)
    #expect(await mcp.failure("show", ["raw": true])?.code == .usage)
    #expect(await mcp.failure("session", ["reveal": true])?.code == .usage)
  }

  @Test func `variables are put in once and never split`() async throws {
    let bench = try await bench(.script)
    #expect(
      try await bench.run("let x 'a  ${y}; b'; echo ${x} \"${x}\" '${x}'") == ["text": "a  ${y}; b a  ${y}; b ${x}"])
    #expect(try await bench.run("let o '--defaults'; echo ${o}") == ["text": "--defaults"])
  }

  @Test func `an undefined variable is an error in a script and a question on a terminal`() async throws {
    let failure = await (try bench(.script)).failure("echo a ${nope}")
    #expect(failure?.code == .usage)
    #expect(failure?.place == ScriptPlace(line: 1, column: 8))
    let terminal = try await bench(.terminal)
    terminal.server.expect(Step.success)
    try await terminal.run("set 0 ${nope}; set 1 x; next")
    #expect(terminal.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == "asked Value for nope")
    #expect(try await terminal.run("echo a ${nope} b") == ["text": "a •••• b"])
  }

  @Test func `source runs a file, and its failure has the place in it`() async throws {
    let bench = try Bench { world in
      world.readFile = { path throws(Failure) in
        path == "/ok"
          ? Array("let x 1\necho ${x}\n".utf8) : path == "/loop" ? Array("source /loop".utf8) : Array("\nnext".utf8)
      }
    }
    let seen = Seen()
    let outputs = try await bench.workspace.runLine("source /ok", watcher: Watcher(output: { seen.append($0) }))
    #expect(seen.texts == ["1"])
    #expect(outputs.last?.value == nil)
    #expect(await bench.failure("source /bad")?.place == ScriptPlace(file: "/bad", line: 2, column: 1))
    #expect(await bench.failure("source /loop")?.code == .usage)
  }
}

/// Texts of results, in order.
private final class Seen: Sendable {
  private let lines = Lines()

  func append(_ output: Output) {
    if let text = output.value?["text"]?.string { lines.append(.note(text)) }
  }

  var texts: [String] {
    lines.all.map { notice in
      if case .note(let text) = notice { return text }
      return ""
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe that nobody writes to is given up when the call is cancelled`()
    async throws
  {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("start")
    let task = Task { await bench.failure("set 0 --from file:\(pipe)") }
    // Opening a pipe for writing, without waiting, fails for as long as nobody reads.
    var writer: Int32 = -1
    while writer < 0 {
      await Task.yield()
      writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    }
    defer { close(writer) }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test(.timeLimit(.minutes(1))) func `a named pipe gives what its writer writes, however late it comes`() async throws
  {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("start")
    async let answered = bench.run("set 0 --from file:\(pipe)")
    _ = try Program(path: "/bin/sh").run(["-c", "printf 'late\n' >'\(pipe)'"], environment: [:])
    #expect(try await answered["inputs"]?[0]?["value"] == "late")
  }
}
