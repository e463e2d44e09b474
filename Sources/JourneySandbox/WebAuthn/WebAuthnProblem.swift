/// Why the answer of an authenticator is not accepted. The client learns only that it is not; the log tells the rest.
struct WebAuthnProblem: Error, Equatable {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}
