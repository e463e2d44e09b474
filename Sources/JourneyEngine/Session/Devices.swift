/// The kinds of devices that a user can have registered (am-protocol 6.4).
package enum DeviceKind {
  /// The kinds of a modern server, in the order in which they are asked for.
  package static let all = ["oath", "push", "webauthn", "binding", "profile"]

  /// Every kind that is understood; `trusted` is the older one.
  package static let known = all + ["trusted"]

  /// The path below `devices/`, encoded. A kind of two-factor devices may be written with its `2fa/` or without; one
  /// that is not known here is asked for as it is written, as a server may have kinds of its own. Nil for what is no name.
  package static func path(_ kind: String) -> String? {
    if ["oath", "push", "webauthn", "binding"].contains(kind) { return "2fa/" + kind }
    let segments = kind.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
    return segments.map { PathEncoding.segment(String($0)) }.joined(separator: "/")
  }
}
