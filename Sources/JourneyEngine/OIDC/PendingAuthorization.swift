import JSON

/// What binds an answer, and the tokens that come for its code, to one authorize request (am-protocol 7.5).
package struct AnswerBinding: Sendable, Equatable {
  /// What the answer must bring back.
  package let state: String
  /// What the ID token must hold.
  package let nonce: String
  /// The PKCE verifier of the exchange.
  package let verifier: String
  /// Seconds of `max_age`, where it was asked for.
  package let maxAge: Int?
  /// The value of `acr_values` that was sent.
  package let acrValues: String?
}

/// An authorize request whose client is bound to a journey of its own: the code comes for its URL once that journey has
/// ended well, in this process or in a later one (am-protocol 7.4).
package struct PendingAuthorization: Sendable, Equatable {
  /// The client that asked.
  package var clientID: String
  /// The address of its discovery document.
  package var provider: String
  /// The transaction that the server has opened for it.
  package var transaction: String
  /// Where the request goes on; used as it is.
  package var url: String
  package var binding: AnswerBinding
  /// Whether the journey has ended well.
  package var isSatisfied = false
}

extension PendingAuthorization {
  /// The form in which it is kept; the verifier stands in it in plain.
  var json: JSON {
    var object: JSON.Object = [
      "clientId": .string(clientID), "provider": .string(provider), "transaction": .string(transaction),
      "url": .string(url), "state": .string(binding.state), "nonce": .string(binding.nonce),
      "verifier": .string(binding.verifier), "isSatisfied": .bool(isSatisfied),
    ]
    if let maxAge = binding.maxAge { object["maxAge"] = .number(JSON.Number(maxAge)) }
    if let acrValues = binding.acrValues { object["acrValues"] = .string(acrValues) }
    return .object(object)
  }

  /// Reads what was kept; nil for what cannot be one.
  init?(json: JSON) {
    guard let clientID = json["clientId"]?.string, let provider = json["provider"]?.string,
      let transaction = json["transaction"]?.string, let url = json["url"]?.string,
      let state = json["state"]?.string, let nonce = json["nonce"]?.string, let verifier = json["verifier"]?.string
    else { return nil }
    self.init(
      clientID: clientID, provider: provider, transaction: transaction, url: url,
      binding: AnswerBinding(
        state: state, nonce: nonce, verifier: verifier, maxAge: json["maxAge"]?.integer,
        acrValues: json["acrValues"]?.string),
      isSatisfied: json["isSatisfied"]?.bool ?? false)
  }
}
