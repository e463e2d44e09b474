public import JSON

/// The journey has ended well.
public struct SuccessNode: Node {
  /// The session at hand after this journey: a new one, or the one that was there and still holds; nil for a journey
  /// without session (`noSession`, or a journey that makes none).
  public let session: SSOToken?
  /// `successUrl` of the answer.
  public let successURL: String?
  /// `realm` of the answer, a path.
  public let realm: String?
  /// All members of the answer but `tokenId`, `successUrl` and `realm`.
  public let details: JSON.Object
  /// The answer as received. It may hold the session token.
  public let input: JSON.Object
  /// The exchange that led to this node.
  public let exchange: Exchange
  package let agent: UserAgent?

  /// Whether there is a session.
  public var established: Bool { session != nil }

  package init(session: SSOToken?, input: JSON.Object, exchange: Exchange, agent: UserAgent?) {
    self.session = session
    self.input = input
    self.exchange = exchange
    self.agent = agent
    successURL = input["successUrl"]?.string
    realm = input["realm"]?.string
    details = JSON.Object(input.members.filter { !["tokenId", "successUrl", "realm"].contains($0.name) })
  }
}
