import JourneyCommands
import PseudoTerminal
import Testing

/// Other programs that the tests use where they are there.
enum Tool {
  static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

  static func path(_ name: String) -> String? {
    ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }.first {
      (try? Program(path: $0).run(["--version"], environment: environment)) != nil
    }
  }

  static func run(_ name: String, _ arguments: [String], input: String = "") throws -> Program.Result {
    try Program(path: try #require(path(name))).run(arguments, environment: environment, input: input)
  }
}

@Suite struct GenerateManualTests {
  private static let pages: [Generated] = [.man, .manRPC]

  @Test func `the manual has its sections in the order of mdoc`() {
    let sections = Generated.man.text(version: "0").split(separator: "\n").filter { $0.hasPrefix(".Sh ") }
    let wanted = [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
      "SEE ALSO",
    ]
    #expect(sections.map { String($0.dropFirst(4)) } == wanted)
  }

  @Test(.enabled(if: Tool.path("mandoc") != nil, "mandoc is not installed"), .timeLimit(.minutes(1)), arguments: pages)
  func `mandoc has nothing to warn about`(_ page: Generated) throws {
    let result = try Tool.run("mandoc", ["-T", "lint", "-W", "warning"], input: page.text(version: "0"))
    #expect(result.output == "" && result.errors == "")
    #expect(result.status == 0)
  }

  @Test(.enabled(if: Tool.path("mandoc") != nil, "mandoc is not installed"), .timeLimit(.minutes(1)))
  func `every command, option, variable and status is shown as it is typed`() throws {
    let text = try rendered("mandoc", ["-T", "utf8", "-O", "width=100"], .man)
    for spec in CommandSpec.all {
      #expect(text.contains("  \(spec.name)"), "\(spec.name)")
      for example in spec.examples { #expect(text.contains(example), "\(example)") }
      for option in spec.parameters where option.isOption { #expect(text.contains(option.optionName)) }
    }
    for spec in SettingSpec.all {
      #expect(text.contains("  \(spec.option)"), "\(spec.option)")
      #expect(text.contains(" \(spec.environmentName)"), "\(spec.environmentName)")
    }
    for (status, meaning) in ExitStatus.meanings { #expect(text.contains("\(status)"), "\(meaning)") }
    for example in ManualExamples.all { for line in example.lines { #expect(text.contains(line), "\(line)") } }
    let methods = try rendered("mandoc", ["-T", "utf8", "-O", "width=100"], .manRPC)
    for spec in CommandSpec.all where spec.isRPC { #expect(methods.contains("  \(spec.name)"), "\(spec.name)") }
    for code in Failure.Code.allCases { #expect(methods.contains("\(code.rpcCode) \(code.rawValue)"), "\(code)") }
  }

  @Test(.enabled(if: Tool.path("groff") != nil, "groff is not installed"), .timeLimit(.minutes(1)), arguments: pages)
  func `groff renders it too`(_ page: Generated) throws {
    let text = try rendered("groff", ["-mdoc", "-T", "utf8", "-P-c"], page)
    #expect(text.contains("NAME") && text.contains("EXAMPLES"))
    if page == .man { #expect(text.contains("--client-id") && text.contains("start Login --force-auth")) }
  }

  @Test func `every failure ends with a status that the manual explains`() {
    let known = Set(ExitStatus.meanings.map(\.status))
    for code in Failure.Code.allCases { #expect(known.contains(code.exitStatus), "\(code)") }
  }

  @Test func `what mdoc could take for a macro or an escape is text`() {
    let page = Generated.man.text(version: "0")
    for line in page.split(separator: "\n") where !line.hasPrefix(".") {
      #expect(!line.hasPrefix("'"))
      #expect(line.utf8.allSatisfy { $0 < 0x7f }, "\(line)")
    }
  }

  /// Without the overstrikes and escapes of a terminal.
  private func rendered(_ tool: String, _ arguments: [String], _ page: Generated) throws -> String {
    let result = try Tool.run(tool, arguments, input: page.text(version: "0"))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    var text = String.UnicodeScalarView()
    for scalar in PseudoTerminal.plain(result.output).unicodeScalars {
      if scalar == "\u{8}" { text.removeLast() } else { text.append(scalar) }
    }
    return String(text)
  }
}
