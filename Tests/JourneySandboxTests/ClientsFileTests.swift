import JOSE
import JSON
import Testing

@testable import JourneySandbox

/// What a clients file may hold, and what is said of one that cannot be used.
struct ClientsFileTests {
  private func clients(_ text: String) throws -> [Client] {
    var clients: [Client] = []
    try TemporaryFile.with(text) { clients = try ClientsFile.clients($0) }
    return clients
  }

  private func refused(_ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try TemporaryFile.with(text) { path in
      let error = #expect(throws: SandboxError.self, sourceLocation: sourceLocation) {
        _ = try ClientsFile.clients(path)
      }
      let said = error?.description ?? ""
      #expect(said.hasPrefix(path + ": " + message), "\(said)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("[]", "an object is wanted"), (#"{"client":[]}"#, "it has no member \"client\""), ("{}", "it has no \"clients\""),
    (#"{"clients":[{"redirectUris":[]}]}"#, "clients[0]: it has no \"clientId\""),
    (#"{"clients":[{"clientId":""}]}"#, "clients[0].clientId: a text is wanted that is not empty"),
    (#"{"clients":[{"clientId":"a\nb"}]}"#, "clients[0].clientId: it holds a line break"),
    (#"{"clients":[{"clientId":"c"},{"clientId":"c"}]}"#, "clients[1]: the clientId c is that of clients[0] already"),
  ])
  func `a file of another shape is refused`(text: String, message: String) throws { try refused(text, message) }

  @Test(arguments: [
    (#""redirect_uris":[]"#, ": it has no member \"redirect_uris\"; there are clientId, redirectUris"),
    (#""method":"magic""#, ".method: there is no method \"magic\": none, basic, post or private-key-jwt"),
    (#""method":5"#, ".method: a text is wanted, not 5"), (#""method":"post""#, ": it has no \"secret\""),
    (#""method":"basic""#, ": it has no \"secret\""), (#""method":"basic","secret":"""#, ".secret: it is empty"),
    (#""method":"none","secret":"s""#, ".secret: a client of the method none has no such member"),
    (#""method":"none","jwks":{"keys":[]}"#, ".jwks: a client of the method none has no such member"),
    (#""method":"post","jwks":{"keys":[]}"#, ".jwks: a client of the method post has a \"secret\" in its place"),
    (#""method":"private-key-jwt","secret":"s""#, ".secret: a client of the method private-key-jwt has \"jwks\""),
    (#""secret":"s","jwks":{"keys":[]}"#, ": \"secret\" or \"jwks\" is wanted, not both"),
    (#""method":"private-key-jwt""#, ": it has no \"jwks\""),
    (#""consent":1"#, ".consent: true or false is wanted, not 1"),
    (#""secret":null"#, ".secret: a text is wanted, not null"),
    (#""scopes":5"#, ".scopes: an array of texts is wanted, not 5"),
    (#""scopes":["a b"]"#, ".scopes[0]: a scope is made of"),
    (#""scopes":["openid",""]"#, ".scopes[1]: a scope is made of"),
    (#""scopes":"a\"b""#, ".scopes: a scope is made of"),
    (#""scopes":["a","a"]"#, ".scopes[1]: a is in the list twice"),
    (#""scopes":[null]"#, ".scopes[0]: a text is wanted, not null"),
  ])
  func `members that cannot be used are refused with their place`(members: String, message: String) throws {
    try refused(#"{"clients":[{"clientId":"c",\#(members)}]}"#, "clients[0]" + message)
  }

  @Test(arguments: [
    ("/x", "an absolute URI is wanted"), ("x", "an absolute URI is wanted"), ("", "an absolute URI is wanted"),
    ("app:", "an absolute URI is wanted"), ("1a:/x", "an absolute URI is wanted"),
    ("https:x", "an absolute URI is wanted"),
    ("https:///x", "an absolute URI is wanted"), ("https://:80/x", "an absolute URI is wanted"),
    ("//host/x", "an absolute URI is wanted"), ("https://x/#y", "a redirect URI has no fragment"),
    ("https://x/a b", "it holds a blank"), ("https://x/ä", "it holds a blank or another character"),
    ("https://x/%zz", "it holds a blank"),
    ("https://x/%4", "it holds a blank"), ("https://x/\\u0000", "it holds a blank"),
    ("javascript:alert(1)", "a browser would run it"),
    ("DATA:text/html,x", "a browser would run it"),
  ])
  func `redirect URIs are absolute and whole`(uri: String, message: String) throws {
    for name in ["redirectUris", "postLogoutRedirectUris"] {
      try refused(
        #"{"clients":[{"clientId":"c","\#(name)":["https://good/","\#(uri)"]}]}"#, "clients[0].\(name)[1]: " + message)
    }
  }

  @Test(arguments: [
    "org.example.journey:/callback", "http://localhost:9701/cb?a=b", "https://[::1]:8443/", "app://cb",
    "https://x/%C3%A4", "urn:ietf:wg:oauth:2.0:oob",
  ])
  func `other redirect URIs are taken`(uri: String) throws {
    #expect(try clients(#"{"clients":[{"clientId":"c","redirectUris":"\#(uri)"}]}"#).last?.redirectURIs == [uri])
  }

  @Test(arguments: [
    ("{}", ".keys"), (#"{"keys":{}}"#, ".keys: an array is wanted"),
    (#"{"keys":[]}"#, ": there is no key for signatures"),
    (#"{"keys":[5]}"#, ".keys[0]: an object is wanted"),
    (#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, ".keys[0]: the key cannot be used: its type"),
    (
      #"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#,
      ".keys[0]: the key cannot be used: an RSA key needs 2048 bits, this one has 17"
    ),
    (#"{"keys":[{"kty":"RSA","n":"!","e":"AQAB"}]}"#, ".keys[0]: the key cannot be used: its 'n' is not base64url"),
    (
      #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}"#,
      ".keys[0]: the key cannot be used: its numbers are no point on the curve P-256"
    ),
    (#"{"keys":[{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}]}"#, ".keys[0]: the key cannot be used: its curve is"),
    (
      #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}"#,
      ".keys[0]: the key cannot be used: its type (kty) is RSA or EC"
    ),
  ])
  func `keys that verify nothing are refused`(jwks: String, message: String) throws {
    let place = message == ".keys" ? "clients[0].jwks: it has no \"keys\"" : "clients[0].jwks" + message
    try refused(#"{"clients":[{"clientId":"c","jwks":\#(jwks)}]}"#, place)
  }

  @Test func `what is said without a method decides it, and good keys are taken`() throws {
    let key = try JWK.generate(.p256, kid: "k", alg: .ES256)
    let keys: JSON = ["keys": [.object(key.publicKey.json)]]
    let read = try clients(
      #"{"clients":[{"clientId":"a"},{"clientId":"b","secret":"s"},{"clientId":"c","jwks":\#(keys.text())},{"clientId":"d","scopes":"openid email"}]}"#
    )
    #expect(read.map(\.id) == ["journey", "a", "b", "c", "d"])
    #expect(read.map(\.method) == [.none, .none, .basic, .privateKeyJWT, .none])
    #expect(read.last?.scopes == ["openid", "email"])
    let twice: JSON = ["keys": [.object(key.publicKey.json), .object(key.publicKey.json)]]
    try refused(
      #"{"clients":[{"clientId":"c","jwks":\#(twice.text())}]}"#,
      "clients[0].jwks.keys[1]: its kid is that of another key")
  }
}
