package import JSON

/// A token endpoint's good answer, read leniently (am-protocol 7.7; RFC 6749, 5.1).
package struct TokenAnswer: Sendable {
  package var accessToken: String
  package var refreshToken: String?
  package var idToken: String?
  package var tokenType: String?
  package var scope: String?
  /// Seconds of life; nil where the server did not say, or not in a way that can be read.
  package var expiresIn: Int?
  /// The answer as it came.
  package var document: JSON.Object

  /// Nil where it is no token answer.
  package init?(_ document: JSON) {
    guard let object = document.object, let token = Self.text(object["access_token"]) else { return nil }
    accessToken = token
    refreshToken = Self.text(object["refresh_token"])
    idToken = Self.text(object["id_token"])
    tokenType = Self.text(object["token_type"])
    scope = Self.text(object["scope"])
    expiresIn = Self.seconds(object["expires_in"])
    self.document = object
  }

  private static func text(_ value: JSON?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A number or a text that holds one; fractions are cut. Negative or huge values say nothing.
  static func seconds(_ value: JSON?) -> Int? {
    guard let number = value?.double ?? value?.string.flatMap({ Double($0) }), number >= 0, number < 1e10 else {
      return nil
    }
    return Int(number)
  }

  /// The scopes that were asked for and not given; none where the server does not say (RFC 6749: then all are).
  package func missingScopes(asked: String) -> [String] {
    scope.map { Self.scopes(asked, missingIn: $0) } ?? []
  }

  /// The scopes of one list that are not in another, each once.
  static func scopes(_ asked: String, missingIn given: String) -> [String] {
    var known = Set(given.split(separator: " "))
    return asked.split(separator: " ").filter { known.insert($0).inserted }.map(String.init)
  }
}
