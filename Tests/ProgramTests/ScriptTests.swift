import Foundation
import PseudoTerminal
import Testing

/// The program without a terminal: options, scripts, one command.
struct ScriptTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test func `--version is one line`() throws {
    let result = try home.journey("--version")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("journey ") && result.output.hasSuffix("\n"))
    #expect(result.errors.isEmpty)
  }

  #if os(Linux)
    @Test func `a library that cannot be opened is told with its package, and by nobody who has no use for it`() throws
    {
      for name in ["libcurl.so.4", "libmicrohttpd.so.12"] { _ = try home.file("lib/\(name)", "") }
      let broken = ["LD_LIBRARY_PATH": "\(home.folder.path)/lib"]
      let reason = "libcurl, on Debian the package libcurl4, cannot be opened: "
      // The second request hears the same as the first.
      let script = try home.journey("--server", "http://127.0.0.1:1", "-c", "- start; start", environment: broken)
      #expect(script.status == 3)
      #expect(script.output.split(separator: "\n").filter { $0.contains(reason) }.count == 2)
      let call = #"{"jsonrpc":"2.0","id":1,"method":"start"}"# + "\n"
      let pipe = try home.journey(
        "--server", "http://127.0.0.1:1", "rpc", "--drain", input: call + call, environment: broken)
      let answers = pipe.output.split(separator: "\n")
      #expect(answers.count == 2)
      #expect(answers.allSatisfy { $0.contains(reason) && $0.contains(#""retryable":false"#) })
      let sandbox = try home.journey("sandbox", environment: broken)
      #expect(sandbox.status == 7)
      #expect(sandbox.errors.hasSuffix("/lib/libmicrohttpd.so.12: file too short.\n"))
      #expect(sandbox.errors.contains("on Debian the package libmicrohttpd12"))
      #expect(try home.journey("-c", "echo here", environment: broken).output == "here\n")
    }
  #endif

  @Test func `nothing silences the warning of --insecure, which comes once`() throws {
    for environment in [[:], ["JOURNEY_QUIET": "1"]] {
      let result = try home.journey(
        "--server", "https://127.0.0.1:1/am", "--insecure", "--quiet", "-c", "- start; - start",
        environment: environment)
      #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("warning: INSECURE: ") }.count == 1)
    }
  }

  @Test func `--help begins with examples and names every option`() throws {
    let result = try home.journey("--help")
    #expect(result.status == 0)
    for word in ["--server URL", "--sandbox", "--get PATH", "JOURNEY_CLIENT_ID", "Exit status:"] {
      #expect(result.output.contains(word), "\(word)")
    }
    #expect(result.output.split(separator: "\n", omittingEmptySubsequences: false)[2] == "Examples:")
  }

  @Test func `help of one command comes by --help behind it`() throws {
    #expect(try home.journey("echo", "--help").output == home.journey("help", "echo").output)
  }

  private static let mistakes: [(arguments: [String], message: String, hint: String?)] = [
    (
      ["start", "Login", "--json"], "start has no option --json.",
      "It is one of the program and stands before the command: journey --json … start."
    ),
    (["exit"], "There is no command \"exit\".", "'quit' leaves, and so does ^D."),
    (["--hlep"], "There is no option --hlep.", "Did you mean --help?"),
    (["ehco", "x"], "There is no command \"ehco\".", "Did you mean echo?"),
    (["--timeout"], "--timeout needs a value.", nil), (["-f"], "-f needs a value.", nil),
    (["-c", "echo x", "-f", "y"], "-f and -c exclude each other.", "'journey --help' shows the ways to run it."),
    (["-c", "echo x", "y"], "There is a script already: \"y\" is one word too many.", nil),
    (["sandbox", "--prot", "1"], "sandbox has no option --prot.", "Did you mean --port?"),
    (["rpc", "--drian"], "rpc has no option --drian.", "Did you mean --drain?"),
    (["mcp", "--drain"], "mcp has no option --drain.", nil),
    (["mcp", "--secret", "x"], "--secret needs NAME=SOURCE.", nil),
    (["mcp", "--secret", "x=env:HOME", "--secret", "x=env:PATH"], "--secret binds x twice.", nil),
    (["generate"], "generate needs kind.", nil),
    (["sandbox", "--port", "70000"], "\"70000\" is no port.", nil),
  ]

  @Test(arguments: mistakes)
  func `wrong use ends with 2, one line and a hint`(arguments: [String], message: String, hint: String?) throws {
    let result = try Program.journey().run(arguments, environment: home.environment)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first ?? "" == "journey: \(message)")
    if let hint { #expect(lines.dropFirst() == ["hint: \(hint)"]) }
  }

  @Test func `--get finds a value in what failed too, and ends as the failure does`() throws {
    let refused = try home.journey(
      "--sandbox", "--get", "cause", "login", "Login", "--answer", "0=demo", "--answer", "1=wrong")
    #expect(refused.output == "rejected\n" && refused.status == 1)
    let failed = try home.journey("--sandbox", "--get", "error.code", "-c", "start Login; set 9 x")
    #expect(failed.output == "unknown-target\n" && failed.status == 2)
    let nothing = try home.journey("--sandbox", "--get", "accessToken", "-c", "start Login; set 9 x")
    #expect(nothing.output.isEmpty && nothing.status == 2 && !nothing.errors.contains("accessToken"))
  }

  @Test func `a masked value is told even where notices are not wanted`() throws {
    let result = try home.journey(
      "--sandbox", "--quiet", "--get", "accessToken", "login", "Login", "--answer", "0=demo", "--answer", "1=Ch4ng31t",
      "--tokens")
    #expect(result.errors.contains("--reveal"))
  }

  @Test func `a single command says what is lost when its process ends`() throws {
    #expect(try home.journey("config", "realm", "alpha").errors.contains("'save'"))
    #expect(try home.journey("--sandbox", "start", "Login").errors.contains("ends with this process"))
    #expect(try home.journey("--sandbox", "--store", "file", "start", "Login").errors.contains("ends with") == false)
    #expect(try home.journey("--sandbox", "-c", "start Login; config realm alpha").errors.isEmpty)
  }

  @Test func `a signal that was ignored when the program began does not end it`() throws {
    let arguments = ["--client-id", "x", "--client-secret-from", "cmd:kill -QUIT $PPID", "-c", "- start; echo alive"]
    let server = ["--server", "http://127.0.0.1:1/am"]
    let shell = ["-c", "trap '' QUIT; exec \"$0\" \"$@\"", try Program.journey().path] + server + arguments
    #expect(try Program(path: "/bin/sh").run(shell, environment: home.environment).output.hasSuffix("alive\n"))
    let other = try Program.journey().run(server + arguments, environment: home.environment)
    #expect(other.status == 128 + SIGQUIT)
  }

  @Test func `one script gives the same bytes by -f, as FILE, by -c, by < and by source`() throws {
    let text = "# a script\necho one 'é 日本'\r\necho two; echo \"three\\n3\"\necho \\\n  four\n"
    let path = try home.file("a.journey", text)
    let results = try [
      home.journey("-f", path), home.journey(path), home.journey("-c", text), home.journey(input: text),
      home.journey("-f", "-", input: text), home.journey("-c", "source \(path)"),
    ]
    for result in results {
      #expect(result.output == "one é 日本\ntwo\nthree\n3\nfour\n")
      #expect(result.errors.isEmpty)
      #expect(result.status == 0)
    }
    let json = try [home.journey("--json", "-f", path), home.journey("--json", "-c", "source \(path)")]
    for result in json { #expect(result.output.split(separator: "\n").count == 4) }
    #expect(json[0].output == json[1].output)
  }

  @Test func `the first failing command stops a script, with its place and its status`() throws {
    let path = try home.file("a.journey", "echo one\necho two; help nope\necho three\n")
    let byFile = try home.journey("-f", path)
    #expect(byFile.status == 2)
    #expect(byFile.output == "one\ntwo\n")
    #expect(byFile.errors == "\(path):2:11: There is no command \"nope\".\nhint: 'help' lists the commands.\n")
    let byInput = try home.journey(input: "echo one\nhelp nope\necho three\n")
    #expect(byInput.status == 2)
    #expect(byInput.output == "one\n")
    #expect(byInput.errors.hasPrefix("<stdin>:2:1: "))
    #expect(try home.journey("-c", "echo 'x").errors.hasPrefix("-c:1:6: The quote"))
    #expect(try home.journey("-c", "echo ok; -help nope; echo on").output == "ok\non\n")
  }

  @Test func `bytes that are not UTF-8 are an error with file and line`() throws {
    let path = try home.file("a.journey", "")
    try (Data("echo a\necho ".utf8) + Data([0xFF, 0x0A])).write(to: URL(filePath: path))
    let result = try home.journey("-f", path)
    #expect(result.status == 2)
    #expect(result.output == "a\n")
    #expect(result.errors.hasPrefix("\(path):2:"))
  }

  @Test func `a script that is not there is wrong use`() throws {
    let result = try home.journey("./none.journey")
    #expect(result.status == 2)
    #expect(result.errors.contains("./none.journey"))
  }

  @Test func `--json gives one document a line, also for a failure`() throws {
    let result = try home.journey("--json", "-c", "echo a; help nope")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "{\"text\":\"a\"}")
    #expect(lines.last?.hasPrefix("{\"error\":{\"code\":\"usage\",\"message\":\"There is no command") == true)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("-c:1:9: "))
  }

  @Test func `--echo says each command on standard error, but for those with @`() throws {
    let result = try home.journey("--echo", "-c", "echo a; @echo b; -echo c")
    #expect(result.output == "a\nb\nc\n")
    #expect(result.errors == "> echo a\n> -echo c\n")
  }

  @Test func `the words of one command are not expanded`() throws {
    #expect(try home.journey("echo", "${x}", "a;b", "# c").output == "${x} a;b # c\n")
  }

  @Test func `standard input is not read with a command`() throws {
    #expect(try home.journey("echo", "x", input: "echo y\n").output == "x\n")
  }

  @Test func `output that cannot be written is an error; a reader that is gone is none`() throws {
    let path = try Program.journey().path
    let shell = Program(path: "/bin/sh")
    let full = try shell.run(["-c", "'\(path)' -c 'echo x' >/dev/full"], environment: home.environment)
    #expect(full.status == 7)
    #expect(full.errors.contains("Standard output cannot be written"))
    let gone = try shell.run(
      ["-c", "{ '\(path)' -c 'echo x; echo y; echo z'; echo $? >&2; } | true"], environment: home.environment)
    #expect(gone.errors == "0\n")
  }

  @Test func `a script from a pipe runs line by line`() throws {
    let path = try Program.journey().path
    // The second line is written once the first one has been answered.
    let script = """
      mkfifo "$HOME/in"
      '\(path)' <"$HOME/in" | {
        exec 3>"$HOME/in"; echo echo one >&3; read -r answer; echo echo $answer two >&3; exec 3>&-; cat
      }
      """
    #expect(try Program(path: "/bin/sh").run(["-c", script], environment: home.environment).output == "one two\n")
  }
}
