import Foundation
import JSON
import PseudoTerminal
import Testing

/// The whole way: the program against the local server.
struct SandboxTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let login = "start Login; set 0 demo; set 1 Ch4ng31t; next"

  @Test func `a login by a script ends with tokens and 0`() throws {
    let result = try home.journey(
      "--sandbox", "-c", "\(Self.login); expect kind == success; tokens; expect claims.sub == demo; userinfo; logout")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("Login · step 1\n* [0] Name      User Name\n* [1] Password  Password\n"))
    #expect(result.output.contains("signed in (realm /)\n"))
    #expect(result.output.hasSuffix("signed out\n"))
    #expect(!result.output.contains("Ch4ng31t"))
  }

  @Test func `a wrong password ends with 1 and says so with its place`() throws {
    let result = try home.journey("--sandbox", "-c", "start Login; set 0 demo; set 1 wrong; next; echo not here")
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("refused (401): Login failure\n"))
    #expect(result.errors == "-c:1:39: refused (401): Login failure\n")
    let tolerated = try home.journey(
      "--sandbox", "-c", "start Login; set 0 demo; set 1 wrong; -next; expect kind == error; echo here")
    #expect(tolerated.status == 0)
    #expect(tolerated.output.hasSuffix("here\n"))
  }

  @Test func `the text is the same by every way in`() throws {
    let script = "start Choice\nset 0 'Not at all'\n-next\nstart Login\nset 0 é\nshow\n"
    let path = try home.file("a.journey", script)
    let results = try [
      home.journey("--sandbox", "-f", path), home.journey("--sandbox", "-c", script),
      home.journey("--sandbox", input: script), home.journey("--sandbox", "-c", "source \(path)"),
    ]
    #expect(results[0].output.contains("[0] Name      User Name  = é\n"))
    for result in results { #expect(result.output == results[0].output) }
  }

  @Test func `without a server, without settings, without an answer: status, host, setting and input are named`() throws
  {
    let nobody = try home.journey("--server", "http://127.0.0.1:9/am", "start", "Login")
    #expect(nobody.status == 3)
    #expect(nobody.errors.contains("127.0.0.1:9"))
    let unset = try home.journey("start", "Login")
    #expect(unset.status == 7)
    #expect(unset.errors.contains("--server") && unset.errors.contains("--sandbox"))
    let missing = try home.journey("--sandbox", "-c", "start Login; next")
    #expect(missing.status == 5)
    #expect(missing.errors.contains("User Name") && missing.errors.contains("Password"))
  }

  @Test func `--server and --sandbox exclude each other, and a named server outdoes JOURNEY_SANDBOX`() throws {
    let both = try home.journey("--server", "http://127.0.0.1:9/am", "--sandbox", "-c", "start Login")
    #expect(both.status == 2)
    #expect(both.errors.contains("--server and --sandbox"))
    let named = try home.journey(
      "--server", "http://127.0.0.1:9/am", "-c", "start Login", environment: ["JOURNEY_SANDBOX": "1"])
    #expect(named.status == 3)
    #expect(named.errors.contains("127.0.0.1:9"))
  }

  @Test func `--get prints one value raw and nothing else; what is not there is 4`() throws {
    let arguments = ["login", "Login", "--answer", "0=demo", "--answer", "1=Ch4ng31t", "--tokens"]
    let program = try Program.journey()
    let sub = try program.run(["--sandbox", "--get", "claims.sub"] + arguments, environment: home.environment)
    #expect(sub.status == 0)
    #expect(sub.output == "demo\n")
    #expect(sub.errors.isEmpty)
    let none = try program.run(["--sandbox", "--get", "claims.none"] + arguments, environment: home.environment)
    #expect(none.status == 4)
    #expect(none.output.isEmpty)
  }

  @Test func `every line of --json is a document, also where the server says no`() throws {
    let result = try home.journey("--sandbox", "--json", "-c", "start Login; set 0 demo; set 1 wrong; next")
    #expect(result.status == 1)
    let documents = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(documents.map { $0["kind"]?.string } == ["continue", nil, nil, "error"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `the sandbox prints its base URL alone and ends with 0 on a signal`(signal: Int32) throws {
    let result = try home.journey("sandbox", "--port", "0", signal: signal)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("http://127.0.0.1:") && result.output.hasSuffix("/am\n"))
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.errors.contains("user demo, password Ch4ng31t"))
  }

  @Test func `a port that is taken is 3, one line and nothing on standard output`() throws {
    let listener = SilentServer()
    let port = "\(listener.port)"
    let result = try home.journey("sandbox", "--port", port)
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains(":\(port)"))
  }

  @Test func `^C ends a script with 130, also while a server does not answer`() throws {
    let listener = SilentServer()
    let result = try home.journey(
      "--server", "http://127.0.0.1:\(listener.port)/am", "-c", "echo started; start Login; echo not here",
      signal: SIGINT)
    #expect(result.status == 130)
    #expect(result.output.hasPrefix("started\n"))
    #expect(!result.output.contains("not here"))
  }
}
