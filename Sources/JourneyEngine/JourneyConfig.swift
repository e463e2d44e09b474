package import Crypto
package import HTTPClient

/// The settings of a ``Journey``.
public struct JourneyConfig: Sendable {
  /// Base URL of AM with its context path, such as `https://tenant.example.com/am`.
  public var serverUrl = ""
  /// The realm: empty, `/` and `root` are the top-level one; else `alpha`, `/alpha`, `alpha/` or `/parent/child`.
  public var realm = ""
  /// Name of the session cookie; nil asks the server.
  public var cookie: String?
  /// The longest that one request may take.
  public var timeout: Timeout = 30
  /// What goes into `Accept-Language`, such as `fr, en;q=0.8`.
  public var locale: String?
  /// Own headers for the server, name and value.
  public var headers: [(String, String)] = []
  /// Origins that may have what the server may have: session, cookies, own headers.
  public var trustedOrigins: [String] = []
  /// Where the state is kept between processes; nil keeps it in this object alone.
  public var storage: (any JourneyStorage)?

  package var transport: (any HTTPTransport)?
  package var clock: any JourneyClock = SystemClock()
  package var random: any RandomSource = SystemRandom()
  private var modules: [String: any Sendable] = [:]

  /// Nothing set.
  public init() {}

  /// Adds a module, or changes the settings of one that is there.
  public mutating func module<Configuration: Sendable>(
    _ key: ModuleKey<Configuration>, _ configure: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = self.configuration(of: key) ?? key.make()
    configure(&configuration)
    modules[key.name] = configuration
  }

  /// The settings of a module, nil where it was not added.
  package func configuration<Configuration: Sendable>(of key: ModuleKey<Configuration>) -> Configuration? {
    modules[key.name] as? Configuration
  }
}

/// A time limit; a number of seconds may stand for it.
public struct Timeout: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// The limit.
  public var duration: Duration

  /// A limit of this length.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// So many seconds.
  public init(integerLiteral value: Int) {
    duration = .seconds(value)
  }

  /// So many seconds.
  public init(floatLiteral value: Double) {
    duration = .seconds(value)
  }

  /// So many seconds.
  public static func seconds(_ value: Double) -> Timeout { Timeout(.seconds(value)) }
  /// So many seconds.
  public static func seconds(_ value: Int) -> Timeout { Timeout(.seconds(value)) }
}
