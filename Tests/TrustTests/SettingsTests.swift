import Foundation
import JSON
import PseudoTerminal
import Testing

/// What people set, by every way in: addresses, the environment, profile files.
@Suite(.serialized, .timeLimit(.minutes(2)))
final class SettingsTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let wrong: [(String, String)] = [
    ("not a url", "blanks"), ("am.example.com/am", "write https://am.example.com/am"),
    ("ftp://am.example.com/am", "begins with https://"), ("https://user:geheim@am.example.com/am", "user name"),
    ("https://am.example.com:99999/am", "port"), ("https://am.example.com:x/am", "port"), ("https:///am", "host"),
    ("http://::1:8080/am", "brackets"), ("https://am.example.com/am?realm=/alpha", "'?'"),
  ]

  @Test(arguments: wrong)
  func `a wrong server is refused by every way in`(_ address: String, _ words: String) async throws {
    let config = try await home.journey(["--server", address, "config", "server"])
    let environment = try await home.shell("JOURNEY_SERVER='\(address)' exec \"$JOURNEY\" config server")
    let command = try await home.journey(["-c", "config server '\(address)'"])
    try home.write(".config/journey/profiles/wrong", "config server '\(address)'\n")
    let profile = try await home.journey(["--profile", "wrong", "config", "server"])
    let call: JSON = ["jsonrpc": "2.0", "id": 1, "method": "config", "params": ["server", .string(address)]]
    let rpc = try await home.journey(["rpc", "--drain"], input: call.text() + "\n")
    for (way, result) in [
      ("option", config), ("environment", environment), ("command", command), ("profile", profile),
    ] {
      #expect(result.status == 7, "\(way): \(result)")
      #expect(result.errors.contains("--server does not take") && result.errors.contains(words), "\(way): \(result)")
    }
    #expect(environment.errors.contains("JOURNEY_SERVER"))
    #expect(try JSON(parsing: rpc.output)["error"]?["data"]?["code"] == "config")
    for result in [config, environment, command, profile, rpc] {
      #expect(!(result.output + result.errors).contains("geheim"))
    }
  }

  @Test(arguments: [
    ("https://am.example.com/am/", "https://am.example.com/am"),
    (" https://AM.example.com:443/am// ", "https://am.example.com/am"),
    ("http://[::1]:8080/am", "http://[::1]:8080/am"), ("http://[::1]:80/am", "http://[::1]/am"),
    ("https://am.example.com/am/XUI/?realm=/alpha#login/&goto=x", "https://am.example.com/am"),
    ("https://am.example.com/am/UI/Login?realm=%2Falpha", "https://am.example.com/am"),
    ("https://am.example.com", "https://am.example.com"),
  ])
  func `a server may be written in many ways`(_ address: String, _ base: String) async throws {
    let shown = try await home.journey(["--json", "--server", address, "config", "server"])
    #expect(try JSON(parsing: shown.output)["server"]?["value"]?.string == base, "\(shown)")
  }

  @Test func `a variable that is not UTF-8 is refused by name, where it counts`() async throws {
    func run(_ script: String) async throws -> Program.Result {
      try await home.shell("bad=$(printf 'a\\377b'); " + script)
    }
    let setting = try await run("JOURNEY_REALM=$bad exec \"$JOURNEY\" config realm")
    #expect(setting.status == 7 && setting.errors.contains("JOURNEY_REALM is not UTF-8"), "\(setting)")
    let folder = try await run("XDG_STATE_HOME=/tmp/$bad exec \"$JOURNEY\" config realm")
    #expect(folder.status == 7 && folder.errors.contains("XDG_STATE_HOME"), "\(folder)")
    let source = try await run("SECRET=$bad exec \"$JOURNEY\" -c 'let X ${env:SECRET}'")
    #expect(source.status == 2 && source.errors.contains("SECRET is not UTF-8"), "\(source)")
    let from = try await run("SECRET=$bad exec \"$JOURNEY\" rpc --secret X=env:SECRET </dev/null")
    #expect(from.status == 2 && from.errors.contains("SECRET is not UTF-8"), "\(from)")
    try home.write(".config/journey/profiles/env", "config realm ${env:SECRET}\n")
    let profile = try await run("SECRET=$bad exec \"$JOURNEY\" --profile env config realm")
    #expect(profile.status == 7 && profile.errors.contains("SECRET is not UTF-8"), "\(profile)")
    let other = try await run("UNRELATED=$bad exec \"$JOURNEY\" config realm")
    #expect(other.status == 0, "\(other)")
    let argument = try await run("exec \"$JOURNEY\" config \"$bad\"")
    #expect(argument.status == 2 && argument.errors.contains("Argument 2 is not UTF-8"), "\(argument)")
  }

  @Test func `a descriptor that was not passed in is none`() async throws {
    let server = try ScriptedAM()
    let words = server.options.map { "'\($0)'" }.joined(separator: " ")
    let passed = try await home.shell(
      "printf demo >value; exec \"$JOURNEY\" \(words) -c 'start Login; set 0 --from fd:7' 7<value")
    #expect(passed.status == 0 && passed.output.contains("demo"), "\(passed)")
    for number in 3...12 {
      let result = try await home.shell(
        "exec bash -c 'for n in {3..60}; do eval \"exec $n<&-\"; done; exec \"$@\"' x "
          + "\"$JOURNEY\" \(words) -c 'start Login; set 0 --from fd:\(number)'")
      #expect(result.status == 2 && result.errors.contains("descriptor \(number) cannot be read: Bad"), "\(result)")
    }
  }

  @Test func `saves side by side lose no line`() async throws {
    let file = ".config/journey/profiles/work"
    try home.write(file, "# ours\nconfig realm old # kept\n")
    let settings = [
      "realm new", "cookie abc", "journey Login", "clientId cli", "redirectUri a:/b", "acr gold", "locale fr",
      "timeout 7", "par true", "insecure false", "clientAuth none", "discovery https://am/x",
    ]
    let jobs = settings.map { "\"$JOURNEY\" --profile work -c 'config \($0); save' >/dev/null &" }
    let result = try await home.shell(jobs.joined(separator: "\n") + "\nwait")
    #expect(result.errors == "")
    let lines = Set((home.read("\(home.path)/\(file)") ?? "").split(separator: "\n").map(String.init))
    #expect(lines == Set(settings.map { "config \($0)" } + ["# ours"]))
    #expect(home.mode("\(home.path)/\(file)") == 0o600)
    #expect(try await home.journey(["profiles"]).output.contains("work"))
    #expect(!(try await home.journey(["profiles"]).output.contains("lock")))
  }
}
