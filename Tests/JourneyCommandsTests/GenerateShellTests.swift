import JourneyCommands
import PseudoTerminal
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stands behind the completions of other shells, and how they are installed. ProgramTests has the shells themselves.
@Suite(.serialized, .timeLimit(.minutes(2))) struct GenerateShellTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    for name in ["a:b", "My Login", "it's"] {
      try home.write(
        ".config/journey/profiles/\(name)", "config journey 'Journey of \(name == "a:b" ? "mine" : "no")'\n")
    }
    // Where a shell looks for the program.
    let program = try Program.journey().path
    let absolute = program.hasPrefix("/") ? program : FileManager.default.currentDirectoryPath + "/" + program
    try FileManager.default.createDirectory(atPath: "\(home.path)/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(home.path)/bin/journey", withDestinationPath: absolute)
  }

  private var environment: [String: String] {
    ["HOME": home.path, "PATH": "\(home.path)/bin:/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8"]
  }

  @Test func `the hidden verb says nothing on standard error and is quick`() throws {
    let clock = ContinuousClock()
    var best = Duration.seconds(60)
    for _ in 0..<5 {
      let start = clock.now
      let result = try Program.journey().run(["__complete", "words", "profile", ""], environment: environment)
      best = min(best, clock.now - start)
      #expect(result.output == "words\nMy Login\na:b\ndefault\nit's\n")
      #expect(result.errors.isEmpty && result.status == 0)
    }
    // 50 ms for what is installed; what the tests run is not optimised.
    #expect(best < .milliseconds(200))
    try home.write(".config/journey/profiles/broken", "this is no profile\n")
    for words in [["start", ""], [], [""], ["--server"], ["nope", "--x"]] {
      let result = try Program.journey().run(["__complete", "words"] + words, environment: environment)
      #expect(result.errors.isEmpty && result.status == 0, "\(words)")
    }
    var wrong = environment
    wrong["JOURNEY_TIMEOUT"] = "no number"
    let result = try Program.journey().run(["__complete", "words", "start", ""], environment: wrong)
    #expect(result.output == "words\nJourney of mine\nJourney of no\n" && result.errors.isEmpty)
  }

  @Test func `scripts/install puts everything in its place, and takes it away again`() throws {
    func run(_ arguments: String...) throws -> Program.Result {
      var environment = environment
      environment["JOURNEY_BUILT"] = "\(home.path)/bin/journey"
      return try Program(path: "\(Repository.root)/scripts/install").run(
        ["--prefix", "\(home.path)/pre fix"] + arguments, environment: environment)
    }
    let files = [
      "bin/journey", "share/bash-completion/completions/journey", "share/fish/vendor_completions.d/journey.fish",
      "share/man/man1/journey.1", "share/man/man7/journey-rpc.7", "share/zsh/site-functions/_journey",
    ]
    let installed = try run()
    #expect(installed.status == 0, "\(installed.errors)")
    for file in files { #expect(home.mode("pre fix/\(file)") == (file == "bin/journey" ? 0o755 : 0o644), "\(file)") }
    #expect(home.read("pre fix/share/man/man1/journey.1") == Generated.man.text(version: "0"))
    #expect(try run("--uninstall").status == 0)
    for file in files { #expect(home.mode("pre fix/\(file)") == nil, "\(file)") }
    #expect(try run("--wrong").status == 2)
  }
}
