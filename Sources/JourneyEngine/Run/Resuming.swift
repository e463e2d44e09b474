import HTTPClient
import JSON

/// Going on with a journey that waited for something outside.
extension UserAgent {
  func resume(_ text: String) async throws(Refusal) -> any Node {
    try await prepare()
    let link = try ResumeLink(text)
    if let id = link.value("suspendedId") {
      try refuseForeign(link.origin, except: [])
      try await makeRoom()
      return await resume(suspended: id, link)
    }
    return try await comeBack(by: link)
  }

  private func refuseForeign(_ origin: String?, except others: Set<String>) throws(Refusal) {
    guard let origin, !trusted.origins.contains(origin), !others.contains(origin) else { return }
    throw .wrongHost(link: origin, server: endpoints.origin ?? "")
  }

  private func resume(suspended id: String, _ link: ResumeLink) async -> any Node {
    let index = link.value("authIndexType").flatMap { type in link.value("authIndexValue").map { (type, $0) } }
    let name = index?.0 == "service" ? index?.1 : nil
    let run = JourneyRun(
      name: name, realm: link.value("realm").map { Realm($0) } ?? endpoints.realm,
      repeated: link.pairs.filter { ["goto", "gotoOnFail"].contains($0.name) }.map { ($0.name, $0.value) })
    var query = [("suspendedId", id)]
    if let index { query += [("authIndexType", index.0), ("authIndexValue", index.1)] }
    let node = await begin(run, query: query)
    if let step = (node as? ContinueNode)?.step, Self.looksUnknown(step, name: name) {
      warn(
        "this may be another journey from its start: a server that does not know a suspended id begins its default one")
    }
    return node
  }

  /// Whether a step tells that the server took no notice of the suspended id: it is of another journey than the link
  /// names, or of a server of the old kind, whose handles never expire (am-protocol 2.12, 9.4).
  private static func looksUnknown(_ step: Step, name: String?) -> Bool {
    guard let claims = step.authID.flatMap({ AuthIDClaims($0.revealed) }) else { return false }
    if let name, let other = claims.journey, other != name { return true }
    return claims.claims["exp"] == nil
  }

  /// Sends the kept step with all parameters of the return URL. The realm stands in the path already; both together
  /// confuse servers (am-protocol 1.2).
  private func comeBack(by link: ResumeLink) async throws(Refusal) -> any Node {
    guard let node = waitingStep(), let redirect = Self.redirect(of: node.step) else { throw .noPendingStep }
    try refuseForeign(link.origin, except: Self.returnOrigins(of: redirect))
    let kept = node.run.repeated.map(\.0)
    let query = link.pairs.filter { $0.name != "realm" && !kept.contains($0.name) }.map { ($0.name, $0.value) }
    return try await node.send(defaults: true, query: query)
  }

  private func waitingStep() -> ContinueNode? {
    guard let kept = state.journey else { return nil }
    if let current { return current }
    return revive(kept)
  }

  private func revive(_ kept: KeptJourney) -> ContinueNode {
    let node = ContinueNode(
      step: Step(kept.document), number: kept.number, run: kept.run, id: kept.id, exchange: .none, agent: self)
    current = node
    return node
  }

  /// The step at hand, also from an earlier process.
  func keptStep() async throws(Refusal) -> ContinueNode? {
    try await prepare()
    return waitingStep()
  }

  /// How the last journey ended, also in an earlier process.
  func keptEnding() async throws(Refusal) -> (any Node)? {
    try await prepare()
    return state.ending?.node(session: state.session, agent: self)
  }

  private static func redirect(of step: Step) -> JSON? {
    step.document["callbacks"]?.array?.first { ["RedirectCallback", "IdPCallback"].contains($0["type"]?.string) }
  }

  /// Where the other site was told to lead back to: a link from there is expected.
  private static func returnOrigins(of callback: JSON) -> Set<String> {
    let outputs = callback["output"]?.array ?? []
    var origins: Set<String> = []
    for output in outputs {
      guard let name = output["name"]?.string, let text = output["value"]?.string else { continue }
      if name == "redirectUri", let url = HTTPURL(text) { origins.insert(url.origin) }
      guard name == "redirectUrl", let query = HTTPURL(text)?.query else { continue }
      for pair in PercentEncoding.parseQuery(query) where pair.name == "redirect_uri" {
        if let url = HTTPURL(pair.value) { origins.insert(url.origin) }
      }
    }
    return origins
  }
}
