import Foundation
import PseudoTerminal
import Testing

/// What a single command says of what ends with it, and a sandbox for one program.
struct NoticeTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test func `a single command says what of it does not last`() throws {
    let setting = try home.journey("--profile", "default", "config", "realm", "foo")
    #expect(setting.status == 0 && setting.output == "realm  /foo  (command)\n")
    #expect(setting.errors.contains("'save' among them keeps settings"))
    #expect(try home.journey("config", "realm").errors == "")
    #expect(try home.journey("-c", "config realm foo").errors == "")
    #expect(try home.journey("--quiet", "config", "realm", "foo").errors == "")
    for words in [["let", "a", "b"], ["trace", "on"]] {
      let result = try Program.journey().run(words, environment: home.environment)
      #expect(result.errors.hasPrefix("this holds for its process alone"), "\(words)")
    }
  }

  @Test func `a step that nothing keeps says so at once`() throws {
    let lost = try home.journey("--sandbox", "start", "Login")
    #expect(lost.status == 0 && lost.errors.contains("and so does the sandbox"))
    #expect(try home.journey("--sandbox", "--get", "kind", "start", "Login").errors == "")
    let command = """
      '\(try Program.journey().path)' start Login && '\(try Program.journey().path)' --store file start Login
      """
    let result = try home.journey("sandbox", "--", "sh", "-c", command)
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").filter { $0.contains("--store file keeps it") }.count == 1)
  }

  @Test func `login at a wrong target ends with 5, the reason and what may be meant`() throws {
    let result = try home.journey("--sandbox", "login", "Login", "--answer", "Username=demo", "--answer", "Password=x")
    #expect(result.status == 5)
    #expect(result.output.hasPrefix("Login · step 1\n"))
    #expect(result.errors.hasPrefix("journey: The step needs an answer first: 0 (Name, \"User Name\").\n"))
    #expect(result.errors.contains("hint: \"Username\" fits no input of this step. Did you mean \"User Name\"?\n"))
    #expect(!result.errors.contains("warning"))
    let script = try home.journey("--sandbox", "-c", "login Login --answer 0=demo; echo not here")
    #expect(script.status == 5 && script.errors.hasPrefix("-c:1:1: The step needs an answer first: 1 (Password"))
  }

  @Test func `config says what the sandbox brought, profiles which one is current`() throws {
    let config = try home.journey("--sandbox", "config", "clientId")
    #expect(config.output == "clientId  journey  (sandbox)\n")
    #expect(try home.journey("--sandbox", "--json", "config", "clientId").output.contains("\"origin\":\"option\""))
    #expect(try home.journey("--sandbox", "--client-id", "x", "config", "clientId").output.contains("(option)"))
    _ = try home.file(".config/journey/profiles/staging", "config realm alpha\n")
    let profiles = try home.journey("--profile", "staging", "profiles").output
    #expect(profiles.split(separator: "\n").filter { $0.contains("(current)") }.map { $0.prefix(7) } == ["staging"])
    #expect(try home.journey("--profile", "staging", "config", "realm").output == "realm  /alpha  (profile)\n")
  }

  // MARK: - journey sandbox -- COMMAND

  @Test func `the sandbox runs for one program, which finds it, and ends with its status`() throws {
    let script = """
      printf '%s %s\\n' "$JOURNEY_SERVER" "$JOURNEY_SANDBOX_TOKEN"
      '\(try Program.journey().path)' --get kind login Login --answer Name=demo --answer Password=Ch4ng31t
      exit 42
      """
    let result = try home.journey(
      "sandbox", "--", "sh", "-c", script, environment: ["JOURNEY_SANDBOX_TOKEN": "chosen", "JOURNEY_SANDBOX": "1"])
    #expect(result.status == 42)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("http://127.0.0.1:") == true && lines.first?.hasSuffix("/am chosen") == true)
    #expect(lines.dropFirst() == ["success"])
    #expect(!result.errors.contains("chosen"))
  }

  @Test func `a program that a signal ends, that is not there, that cannot be run: as in a shell`() throws {
    #expect(try home.journey("sandbox", "--", "sh", "-c", "kill -TERM $$").status == 143)
    let missing = try home.journey("sandbox", "--", "no-such-program")
    #expect(missing.status == 127)
    #expect(missing.errors.contains("journey: no-such-program cannot be run: No such file or directory.\n"))
    #expect(try home.journey("sandbox", "--", home.file("plain", "text")).status == 126)
    let nothing = try home.journey("sandbox", "--verbose", "--")
    #expect(nothing.status == 2 && nothing.errors.contains("-- needs a command behind it."))
    #expect(try home.journey("sandbox", "true").status == 2)
  }

  @Test func `what would end the sandbox goes to the program, and the program reads standard input`() throws {
    let result = try home.journey(
      "sandbox", "--", "sh", "-c", "trap 'echo told; exit 7' TERM; kill -TERM $PPID; while :; do sleep 0.1; done")
    #expect(result.status == 7 && result.output == "told\n")
    #expect(try home.journey("sandbox", "--", "cat", input: "in\n").output == "in\n")
  }
}
