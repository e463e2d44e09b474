import JSON

/// What two processes did to one profile, put together: part by part, what was changed here goes before what is kept.
extension KeptState {
  /// The state `theirs`, as it is kept now, with what has changed here since `base` was read.
  ///
  /// What was removed here stays when somebody else has changed it meanwhile: only what was seen can be removed. New tokens
  /// are dropped when what they come from has been removed meanwhile, which is a log-out.
  func merged(since base: KeptState, into theirs: KeptState) -> KeptState {
    var merged = KeptState()
    merged.cookies = cookies.merged(since: base.cookies, into: theirs.cookies)
    merged.cookieName = Self.part(base.cookieName, cookieName, theirs.cookieName)
    merged.session = Self.part(base.session, session, theirs.session)
    merged.journey = Self.part(base.journey, journey, theirs.journey)
    merged.ending = Self.part(base.ending, ending, theirs.ending)
    merged.authorization = Self.part(base.authorization, authorization, theirs.authorization)
    let source = keepsTokens(since: base, against: theirs) ? self : theirs
    merged.tokens = source.tokens
    merged.tokensSession = source.tokensSession
    return merged
  }

  private static func part<Value: Equatable>(_ base: Value?, _ mine: Value?, _ theirs: Value?) -> Value? {
    mine == base || mine == nil && theirs != base ? theirs : mine
  }

  /// Whether the tokens of this state go before those that are kept.
  private func keepsTokens(since base: KeptState, against theirs: KeptState) -> Bool {
    if tokens == base.tokens, tokensSession == base.tokensSession { return false }
    if tokens == nil { return theirs.tokens == base.tokens && theirs.tokensSession == base.tokensSession }
    let isRefresh = base.tokens != nil && tokensSession == base.tokensSession
    if isRefresh { return theirs.tokens != nil }
    return tokensSession != base.session?.token || tokensSession == theirs.session?.token
  }
}
