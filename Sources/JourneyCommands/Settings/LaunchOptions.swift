package import JSON

/// What stands before the command on the command line, and the environment's `JOURNEY_…` below it (CONTRACT.md 1).
package struct LaunchOptions: Sendable, Equatable {
  /// Options by key, as they were given.
  package var options: JSON.Object
  /// Settings from the environment by key; empty variables count for booleans alone.
  package var environment: JSON.Object
  /// What the link of a login page names that was given as the server, as an option or in the environment.
  package private(set) var links: [Settings.Origin: JSON.Object] = [:]
  /// `-f FILE`; `-` is standard input.
  package var scriptFile: String?
  /// `-c 'LINE; LINE'`
  package var scriptText: String?
  /// `--echo`: print each command of a script to stderr.
  package var echoesCommands = false
  package var showsVersion = false
  package var showsHelp = false

  package init(options: JSON.Object = JSON.Object(), environment: JSON.Object = JSON.Object()) {
    self.options = options
    self.environment = environment
  }

  /// Reads the options up to the first word that is none, and the environment, of which no variable that counts may be
  /// among the `unreadable`. `rest` is the command and its words.
  package static func parse(
    arguments: [String], environment: [String: String], unreadable: Set<String> = []
  ) throws(Failure) -> (options: LaunchOptions, rest: [String]) {
    let used = Places.variables + SettingSpec.all.map(\.environmentName)
    if let name = used.first(where: unreadable.contains) { throw World.notText(name, .config) }
    var launch = LaunchOptions(environment: try settings(of: environment))
    if let text = environment["JOURNEY_SERVER"] { launch.takeLink(text, .environment) }
    var rest = arguments[...]
    while let word = rest.first, word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 {
      rest.removeFirst()
      if word == "--" { break }
      switch word {
      case "-f": launch.scriptFile = try only(launch.scriptFile, value(of: word, &rest), word)
      case "-c": launch.scriptText = try only(launch.scriptText, value(of: word, &rest), word)
      case "-h", "--help": launch.showsHelp = true
      case "-V", "--version": launch.showsVersion = true
      case "--echo": launch.echoesCommands = true
      default: try launch.take(word, &rest)
      }
    }
    return (launch, Array(rest))
  }

  /// The value of a setting that belongs to the run: option, else environment, else the default.
  package subscript(_ key: String) -> JSON? {
    if let value = options[key] ?? environment[key] { return value }
    guard let spec = SettingSpec.named(key), let text = spec.defaultText else { return nil }
    return try? spec.value(parsing: text)
  }

  package func flag(_ key: String) -> Bool { self[key]?.bool ?? false }

  private mutating func takeLink(_ server: String, _ origin: Settings.Origin) {
    let named = ServerAddress.settings(in: server)
    links[origin] = named.isEmpty ? nil : named
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    let pair = Text.pair(word, separator: "=")
    let name = pair?.name ?? word
    guard let spec = SettingSpec.all.first(where: { $0.option == name }) else {
      if name == "-v" {
        throw Failure(.usage, "There is no option -v.", hint: "--version prints the version, --debug each exchange.")
      }
      let near = Text.near(name, among: SettingSpec.all.map(\.option) + ["--echo", "--help", "--version"])
      throw Failure(
        .usage, "There is no option \(name).",
        hint: near.isEmpty ? "'journey --help' lists the options." : "Did you mean \(near.joined(separator: " or "))?")
    }
    if spec.kind == .boolean {
      options[spec.key] = try spec.value(parsing: pair?.value ?? "true")
      return
    }
    let text: String
    if let pair { text = pair.value } else { text = try Self.value(of: word, &rest) }
    let value = try spec.value(parsing: text)
    if spec.repeats, let before = options[spec.key]?.array, let more = value.array {
      options[spec.key] = .array(before + more)
    } else {
      options[spec.key] = value
    }
    if spec.kind == .server { takeLink(text, .option) }
  }

  /// The value of an option that cannot be there twice.
  private static func only(_ before: String?, _ value: String, _ option: String) throws(Failure) -> String {
    guard before == nil else {
      throw Failure(.usage, "\(option) was given twice.", hint: "One script runs; 'source FILE' in it runs another.")
    }
    return value
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure(.usage, "\(option) needs a value.") }
    return value
  }

  private static func settings(of environment: [String: String]) throws(Failure) -> JSON.Object {
    var object = JSON.Object()
    for spec in SettingSpec.all {
      guard let text = environment[spec.environmentName], spec.kind == .boolean || !text.isEmpty else { continue }
      do throws(Failure) {
        object[spec.key] = try spec.value(parsing: text)
      } catch {
        throw Failure(.config, "\(spec.environmentName): \(error.message)", hint: error.hint, data: error.data)
      }
    }
    return object
  }
}
