/// What a user interface shows of a journey.
public struct JourneyState: Sendable {
  /// The node at hand, nil before the first.
  public var node: (any Node)?

  /// A state with this node.
  public init(node: (any Node)? = nil) {
    self.node = node
  }
}
