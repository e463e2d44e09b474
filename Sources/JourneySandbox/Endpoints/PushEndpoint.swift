import Crypto
import HTTPServer
import JOSE
import JSON

/// `POST …/push/sns/message?_action=register|authenticate`: what an authenticator on a phone calls (am-protocol 8.5).
struct PushEndpoint {
  let call: Call

  func answer() throws(AMError) -> ServerResponse {
    let version = try call.crestVersion(.push)
    guard call.resource.dropFirst().filter({ !$0.isEmpty }) == ["sns", "message"] else {
      throw .resourceNotFound(call.resource.joined(separator: "/"))
    }
    guard call.method == "POST" else { throw .methodNotAllowed }
    try call.checkCSRF()
    let body = try call.crestBody()
    guard let action = call.query["_action"], ["register", "authenticate"].contains(action) else {
      throw AMError(400, "Bad request.")
    }
    guard isTaken(body, registers: action == "register") else { throw AMError(400, "Bad request.") }
    return .crest(200, [:], version: version)
  }

  private func isTaken(_ body: JSON.Object, registers: Bool) -> Bool {
    guard let id = body["messageId"]?.string, id.hasPrefix(registers ? "REGISTER:" : "AUTHENTICATE:"),
      let message = call.services.push.message(id, at: call.now), !message.secret.isEmpty,
      let signed = body["jwt"]?.string.flatMap({ try? JWS(compact: $0) }),
      (try? signed.verify(secret: message.secret)) != nil, let claims = try? signed.claims(),
      let response = claims["response"]?.string.flatMap(Base64.decode),
      constantTimeEquals(response, HashAlgorithm.sha256.hmac(key: message.secret, message.challenge))
    else { return false }
    let denies = claims["deny"]?.bool ?? (claims["deny"]?.string == "true")
    let number = claims["challengeResponse"].flatMap { $0.integer ?? $0.string.flatMap { Int($0) } }
    return call.services.push.answer(
      id, accepts: !denies, number: number, registration: registers ? claims : JSON.Object(), at: call.now)
  }
}
