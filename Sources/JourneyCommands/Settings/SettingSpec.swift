/// One option before the command (CONTRACT.md 1): its spelling on the command line, in the environment, in `config`.
package struct SettingSpec: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case text
    /// The base URL of a server; kept without what a browser shows behind it.
    case server
    /// An http or https URL.
    case url
    /// URLs; repeats as a list does.
    case urls
    case boolean
    /// Repeats on the command line; lines in the environment and in `config`.
    case list
    /// `NAME=VALUE` or `NAME: VALUE` with that separator; repeats as a list does.
    case pairs(separator: String)
    /// Seconds, more than 0, fractions allowed.
    case seconds
    case choice([String])
    case source
    case file
  }

  /// Where a setting belongs.
  package enum Owner: Sendable, Equatable {
    /// To a profile: shown and changed by `config`, kept by `save`.
    case profile
    /// To one run of the program.
    case run
  }

  /// In camelCase, for `config` and JSON.
  package var key: String
  package var kind: Kind
  package var owner: Owner
  /// How its value is named in usage lines; empty for booleans.
  package var placeholder: String
  /// Without a full stop.
  package var summary: String
  /// The default as a person would write it; nil for none.
  package var defaultText: String?

  /// `--client-id`
  package var option: String { "--" + OptionName.dashed(key) }
  /// `JOURNEY_CLIENT_ID`
  package var environmentName: String {
    "JOURNEY_"
      + String(String.UnicodeScalarView(OptionName.dashed(key).unicodeScalars.map { $0 == "-" ? "_" : $0 }))
      .uppercased()
  }
  /// Whether the option can be there more than once.
  package var repeats: Bool {
    switch kind {
    case .list, .urls, .pairs: true
    default: false
    }
  }

  package static func named(_ key: String) -> SettingSpec? { byKey[key] }
  /// By its key or, as people also write it, by the name of its option: `clientId`, `client-id`.
  package static func written(_ name: String) -> SettingSpec? { byKey[name] ?? all.first { $0.option == "--\(name)" } }
  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// In the order of CONTRACT.md 1, which is the order of help and manual.
  package static let all: [SettingSpec] = [
    profile(
      "server", .server, "URL",
      "AM base URL with context path, as https://am.example.com/am, or the link of a login page"),
    profile("realm", .text, "REALM", "Realm, for example /alpha", default: "/"),
    profile("cookie", .text, "NAME", "Name of the session cookie; asked from the server when left out"),
    profile("journey", .text, "NAME", "Journey that start takes when none is named"),
    profile("clientId", .text, "ID", "OAuth 2.0 client"),
    profile("clientSecretFrom", .source, "SOURCE", "Where the client's secret comes from"),
    profile("scope", .list, "SCOPE", "Scopes to ask for, repeated or separated by blanks", default: "openid"),
    profile("redirectUri", .text, "URI", "Redirect URI of the client"),
    profile("discovery", .url, "URL", "OpenID Connect discovery document, where it is not below the realm"),
    profile(
      "clientAuth", .choice(["none", "basic", "post", "private-key-jwt"]), "METHOD",
      "How the client authenticates; basic when it has a secret, else none"),
    profile("clientKey", .file, "FILE", "Private key of the client as a JWK, for private-key-jwt"),
    profile("par", .boolean, "", "Push the authorization request (RFC 9126)"),
    profile("acr", .text, "VALUES", "Values for acr_values in the authorization request"),
    profile(
      "oidcParam", .pairs(separator: "="), "NAME=VALUE",
      "More parameters of the authorization request, such as prompt=login"),
    run("profile", .text, "NAME", "Profile to use", default: "default"),
    profile(
      "store", .choice(["memory", "file", "keyring"]), "PLACE", "Where session and tokens are kept", default: "memory"),
    run("sandbox", .boolean, "", "Start the local server inside the program and use it"),
    run("json", .boolean, "", "Print one JSON document a line"),
    run("get", .text, "PATH", "Print that one value of the last result, and nothing else"),
    run("noInput", .boolean, "", "Never ask; fail and name what is missing"),
    run("noColor", .boolean, "", "Use no colour"),
    run("quiet", .boolean, "", "Print no notices"),
    profile("insecure", .boolean, "", "Do not verify the server's certificate"),
    profile("cacert", .file, "FILE", "Certificates to trust, as PEM"),
    profile("cert", .file, "FILE", "Client certificate, as PEM"),
    profile("key", .file, "FILE", "Private key of the client certificate, as PEM"),
    profile("keyPasswordFrom", .source, "SOURCE", "Where the password of that key comes from"),
    profile("proxy", .text, "URL", "Proxy for all requests"),
    profile("proxyAuthFrom", .source, "SOURCE", "Where NAME:PASSWORD for the proxy comes from"),
    profile("timeout", .seconds, "SECONDS", "Longest time for one request", default: "30"),
    profile("header", .pairs(separator: ":"), "'NAME: VALUE'", "Header for the requests to the server"),
    profile("headerFrom", .pairs(separator: "="), "NAME=SOURCE", "The same with the value from a source"),
    profile("trustOrigin", .urls, "URL", "Another origin that may get the session"),
    profile("locale", .text, "TAGS", "Languages for the server's texts, for example fr, en"),
    run("noRc", .boolean, "", "Do not run the start-up file"),
    run("debug", .boolean, "", "Print each exchange with the server to stderr, secrets masked"),
  ]

  private static func profile(
    _ key: String, _ kind: Kind, _ placeholder: String, _ summary: String, default text: String? = nil
  ) -> SettingSpec {
    SettingSpec(key: key, kind: kind, owner: .profile, placeholder: placeholder, summary: summary, defaultText: text)
  }

  private static func run(
    _ key: String, _ kind: Kind, _ placeholder: String, _ summary: String, default text: String? = nil
  ) -> SettingSpec {
    SettingSpec(key: key, kind: kind, owner: .run, placeholder: placeholder, summary: summary, defaultText: text)
  }
}
