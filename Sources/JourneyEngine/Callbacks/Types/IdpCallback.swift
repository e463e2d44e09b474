public import JSON

/// Asks for the token of an identity provider, which a native client gets by itself.
///
/// Wire: type `IdPCallback`; outputs `provider`, `clientId`, `redirectUri`, `scopes` (texts), `nonce`, `acrValues`
/// (texts), `request`, `requestUri`, `acceptsJSON` (a boolean); inputs `IDTokenNtoken` and `IDTokenNtoken_type`
/// (`id_token`, `access_token`, `authorization_code`; `JSON` where the token is a JSON text with more in it).
///
/// - Source: am-protocol 3.1, 3.7.
public final class IdpCallback: KnownCallback {
  static let wireType = "IdPCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The name of the provider.
  public var provider: String { text("provider") ?? "" }

  /// The client id at the provider.
  public var clientId: String { text("clientId") ?? "" }

  /// Where the provider sends the person back to.
  public var redirectUri: String { text("redirectUri") ?? "" }

  /// What to ask for.
  public var scopes: [String] { texts("scopes") ?? [] }

  /// For the ID token; `""` for none.
  public var nonce: String { text("nonce") ?? "" }

  /// How to authenticate.
  public var acrValues: [String] { texts("acrValues") ?? [] }

  /// A signed request object, `""` for none.
  public var request: String { text("request") ?? "" }

  /// Where a request object lies, `""` for none.
  public var requestUri: String { text("requestUri") ?? "" }

  /// Whether the token may be a JSON text with more in it.
  public var acceptsJSON: Bool { flag("acceptsJSON") ?? false }

  /// The token that goes out.
  public var token: String {
    get { inputText(suffix: "token") }
    set { setInput(suffix: "token", newValue) }
  }

  /// The kind of the token.
  public var tokenType: String {
    get { inputText(suffix: "token_type") }
    set { setInput(suffix: "token_type", newValue) }
  }

  /// The token.
  public var valueInput: Int? { wire.input(suffix: "token") ?? (wire.inputs.isEmpty ? nil : 0) }

  /// The token is.
  public func isSecret(input: Int) -> Bool { input == wire.input(suffix: "token") }

  /// Until a token was set.
  public var needsAnswer: Bool {
    valueInput.map { !isAnswered(input: $0) } ?? false
  }

  /// Any text; a document goes out as its JSON.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.textOrDocument(answer)
  }
}
