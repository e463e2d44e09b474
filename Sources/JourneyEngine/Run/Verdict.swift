package import JSON

/// Which node an answer of `authenticate` leads to.
///
/// - Source: CONTRACT 4 "Which node", am-protocol 5.1, 5.3.
package enum Verdict: Sendable, Hashable {
  case step
  case success
  case error(ErrorCause)
  case failure(FailureCause)

  /// Judges an answer by its status, its body where that is JSON, and whether it sets the session cookie.
  package init(status: Int, document: JSON?, setsSession: Bool) {
    let object = document?.object
    switch status {
    case 200..<300:
      if Self.isStep(document) {
        self = .step
      } else if let code = object.flatMap(Self.refusingCode) {
        self = code >= 500 ? .failure(.server) : .error(ErrorCause(status: code, object: object ?? [:]))
      } else {
        self = setsSession || Self.isSuccess(object) ? .success : .failure(.unexpectedReply)
      }
    case 401 where Self.hasAuthID(object): self = .step
    case 429: self = .error(ErrorCause(status: status, object: object ?? [:]))
    case 400..<500:
      self = object.map { .error(ErrorCause(status: status, object: $0)) } ?? .failure(.unexpectedReply)
    case 500...: self = .failure(.server)
    default: self = .failure(.unexpectedReply)
    }
  }

  /// Whether a 2xx body is a step.
  static func isStep(_ document: JSON?) -> Bool {
    guard let object = document?.object else { return false }
    return object["callbacks"]?.array != nil || hasAuthID(object)
  }

  private static func hasAuthID(_ object: JSON.Object?) -> Bool {
    object?["authId"]?.string.map { !$0.isEmpty } ?? false
  }

  private static func isSuccess(_ object: JSON.Object?) -> Bool {
    ["tokenId", "successUrl", "realm"].contains { object?[$0]?.string.map { !$0.isEmpty } ?? false }
  }

  /// A numeric `code` of 400 or more in the body of a 2xx.
  private static func refusingCode(_ object: JSON.Object) -> Int? {
    guard let code = object["code"]?.double, code >= 400, code < 1e9 else { return nil }
    return Int(code)
  }
}

extension ErrorCause {
  /// The cause that a status and the error document stand for.
  package init(status: Int, object: JSON.Object) {
    let message = (object["message"] ?? object["errorMessage"])?.string ?? ""
    let errorCode = object["detail"]?["errorCode"]
    if errorCode?.string == "110" || errorCode?.integer == 110 || status == 408
      || status == 400 && message.contains("Authentication timeout")
    {
      self = .timedOut
    } else if message.contains("SuspendedAuthSessionException") {
      self = .suspensionExpired
    } else if status == 404 || message == "No Configuration found" || Self.namesUnknownRealm(message) {
      self = .notFound
    } else {
      self = Self.ofStatus[status] ?? .other
    }
  }

  private static let ofStatus: [Int: ErrorCause] = [
    401: .rejected, 403: .forbidden, 429: .rateLimited, 400: .badRequest, 405: .badRequest, 406: .badRequest,
    409: .badRequest, 412: .badRequest, 413: .badRequest, 415: .badRequest, 422: .badRequest,
  ]

  /// `Realm not found`, `Realm "/x" not found`, `Invalid realm, /x` (am-protocol 1.2).
  static func namesUnknownRealm(_ message: String) -> Bool {
    if message.hasPrefix("Invalid realm") { return true }
    guard let realm = message.firstRange(of: "Realm") ?? message.firstRange(of: "realm") else { return false }
    return message[realm.upperBound...].contains(" not found")
  }
}
