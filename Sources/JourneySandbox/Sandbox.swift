package import Crypto
import HTTPServer
import JSON

/// A local server that an AM client cannot tell from AM (am-protocol chapter 11): realms `/` and `/alpha`, journeys from export files,
/// users, sessions, and an OpenID provider in each realm.
package final class Sandbox: Sendable {
  /// The base URL with the context path, for example `http://127.0.0.1:8080/am`.
  package let baseURL: String
  /// What the control endpoints under `/sandbox` take as `Authorization: Bearer`.
  package let controlToken: String
  /// The journeys that can be started in both realms, sorted by name.
  package let journeyNames: [String]
  /// Lines for a person who starts the sandbox: the demo user, the client's settings, the control endpoints, stand-ins for node types.
  package let startupNotes: [String]
  /// The journeys that are there without any file, sorted by name; no server is needed to know them.
  package static var builtInJourneyNames: [String] {
    ((try? BuiltInJourneys.trees()) ?? []).filter { $0.tree["innerTreeOnly"]?.bool != true }.map(\.name).sorted()
  }

  private let server: HTTPServer

  /// Loads the journeys, users and clients and starts to listen.
  ///
  /// - Parameters:
  ///   - clock: where the time comes from, before the control endpoint moves it.
  ///   - random: where keys and tokens come from.
  package init(
    _ configuration: SandboxConfiguration, clock: SandboxClock = .system, random: any RandomSource = SystemRandom()
  ) throws(SandboxError) {
    var configuration = configuration
    // An address as it stands in a URL.
    if configuration.host.hasPrefix("["), configuration.host.hasSuffix("]") {
      configuration.host = String(configuration.host.dropFirst().dropLast())
    }
    let (application, notes) = try Application.make(configuration, clock: clock, random: BufferedRandom(random))
    do {
      server = try HTTPServer(
        host: configuration.host, port: configuration.port, refusal: Application.refusal,
        answer: { application.answer($0) })
    } catch {
      if case .portTaken = error {
        throw SandboxError("\(configuration.host):\(configuration.port) is taken by another program", isPortTaken: true)
      }
      // It is a sentence, and goes into one.
      throw SandboxError(error.description.hasSuffix(".") ? String(error.description.dropLast()) : error.description)
    }
    application.listens(on: server.port)
    if configuration.makesKeysAhead { Task.detached { await application.makeKeys() } }
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    let origin = "http://\(host):\(server.port)"
    baseURL = origin + "/am"
    controlToken = application.control.token
    journeyNames = application.realms["/"]?.journeys.names ?? []
    startupNotes = notes + ["control \(origin)/sandbox \(application.control.token)"]
  }

  /// Ends all connections and gives the port back, within two seconds.
  package func stop() async {
    await server.stop(within: .seconds(1))
  }
}

extension Application {
  /// The realms that the sandbox has (CONTRACT.md 1).
  static let realmPaths = ["/", "/alpha"]

  /// Reads all files and puts the parts together; the notes are for the person who starts the sandbox.
  static func make(_ configuration: SandboxConfiguration, clock: SandboxClock, random: any RandomSource)
    throws(SandboxError) -> (
      application: Application, notes: [String]
    )
  {
    guard (0..<65536).contains(configuration.port) else { throw SandboxError("\(configuration.port) is no port") }
    for origin in configuration.allowedOrigins where !CORS.isOrigin(origin) {
      throw SandboxError("\(origin) is no origin: scheme://host[:port] in small letters, as a browser sends it")
    }
    var settings = Services.Settings()
    let rules = try SwitchesFile.read(
      file: configuration.switchesFile, options: configuration.switches, into: &settings, random: random)
    if let attributes = configuration.cookieAttributes {
      guard attributes.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw SandboxError("the cookie attributes hold something else than printable ASCII")
      }
      settings.cookieAttributes = attributes
    }
    let library = try JourneyLibrary(realms: realmPaths, paths: configuration.journeyFiles)
    let services = Services(
      settings: settings, clock: MovableClock(clock), random: random,
      standins: { [sets = library.sets] in JourneyLibrary.standins(in: sets) })
    let seeds = try UsersFile.seeds(configuration.usersFile)
    let clients = try ClientsFile.clients(configuration.clientsFile)
    let keys = SigningKeys(random: random)
    let passwordKey = random.bytes(32)
    let realms = realmPaths.map { path in
      Realm(
        path: path, users: UserStore(seeds, key: passwordKey, at: services.clock.now, tokens: services.tokens),
        form: settings.form, journeys: library.sets[path] ?? JourneySet(),
        provider: Provider(clients: clients, keys: keys, tokens: services.tokens, settings: settings))
    }
    if let token = configuration.controlToken, token.isEmpty || token.utf8.contains(where: { $0 < 0x21 || $0 > 0x7E }) {
      throw SandboxError("the token of the control endpoints is empty or holds blanks or characters that are not ASCII")
    }
    let application = Application(
      services: services, realms: realms, hosts: HostCheck(address: configuration.host),
      allowedOrigins: configuration.allowedOrigins,
      controlToken: configuration.controlToken ?? services.tokens.opaque(), requestLog: configuration.requestLog,
      rules: rules)
    do throws(AMError) {
      try application.control.applyRules()
    } catch {
      throw SandboxError(error.message, file: configuration.switchesFile)
    }
    var notes = notes(seeds, clients)
    if settings.cookieName != Services.Settings.standardCookieName {
      notes.append("session cookie \(settings.cookieName)")
    }
    return (application, (notes + library.notes).map { $0.onOneLine() })
  }

  /// The demo user's password is shown, since everybody knows it; no other is.
  private static func notes(_ seeds: [UserSeed], _ clients: [Client]) -> [String] {
    var notes: [String] = []
    if seeds.contains(where: { $0.name == UsersFile.demo.name && $0.password == UsersFile.demo.password }) {
      notes.append("user demo, password Ch4ng31t")
    }
    let others = seeds.map(\.name).filter { $0 != UsersFile.demo.name }
    if !others.isEmpty { notes.append("users from the file: " + others.joined(separator: ", ")) }
    for client in clients {
      notes.append(
        "client \(client.id), redirect URI \(client.redirectURIs.joined(separator: ", ")), scopes \(client.scopes.joined(separator: " ")), "
          + "authentication \(client.method.rawValue)")
    }
    return notes
  }
}
