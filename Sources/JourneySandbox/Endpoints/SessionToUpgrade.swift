/// The live session that a journey starts with (am-protocol 9.1).
enum SessionToUpgrade {
  /// That of the header or cookie; in the fork, which looks at neither, the one that `sessionUpgradeSSOTokenId` names (am-protocol 1.10).
  static func session(_ call: Call) throws(AMError) -> Session? {
    guard call.services.settings.isFork else { return call.session }
    guard let token = call.query["sessionUpgradeSSOTokenId"], !token.isEmpty else { return nil }
    guard let session = call.services.sessions.session(token, at: call.now) else {
      let isToken = token.utf8.contains(UInt8(ascii: "*"))
      throw AMError(
        400,
        isToken ? "Invalid session ID." + token : "Failed to create encrypted storage key for:\nSession ID: " + token)
    }
    return session
  }

  static let otherUser = AMError(
    400, "Session Upgrade fails since user is different than original authenticated user")
}
