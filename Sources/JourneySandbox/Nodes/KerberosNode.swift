import Crypto
import JSON

/// Asks for an `Authorization` header: the step is a 401 with `authId` (am-protocol 3.9). There is no key centre here: a token for Negotiate is
/// the base64 of a user's name. Name and password by Basic are taken too.
struct KerberosNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let key = visit.nodeID + ".asked"
    if let header = visit.facts.header("Authorization"), let user = user(header, visit) {
      visit.state.remove(key)
      visit.state.shared["username"] = .string(user.name)
      visit.state.universalID = visit.realm.universalID(user.name)
      return .outcome("true")
    }
    // Whoever comes back without a header, or with a bad one, has given up.
    guard visit.state.shared[key] == nil, visit.facts.header("Authorization") == nil else { return .outcome("false") }
    visit.state.shared[key] = true
    return .ask([CallbackDraft(CallbackDraft.httpType)])
  }

  private func user(_ header: String, _ visit: Visit) -> User? {
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let bytes = Base64.decode(trimmed(parts[1])) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    switch parts[0].lowercased() {
    case "negotiate": return visit.realm.users.user(text).flatMap { $0.isActive ? $0 : nil }
    case "basic":
      guard let colon = text.firstIndex(of: ":") else { return nil }
      let user = visit.realm.users.checks(String(text[text.index(after: colon)...]), of: String(text[..<colon]))
      return user.flatMap { $0.isActive ? $0 : nil }
    default: return nil
    }
  }
}

extension CallbackDraft {
  /// The callback that no JSON shows.
  static let httpType = "HttpCallback"
}
