/// The node types that there is something real for, by the names that exports have, without the prefix `product-`.
enum NodeCatalogue {
  typealias Maker = @Sendable (NodeConfiguration, inout NodeLoader) throws(NodeFailure) -> any Node

  static let makers: [String: Maker] = screens.merging(decisions) { $1 }.merging(flow) { $1 }

  /// journey-nodes 7.1
  private static let screens: [String: Maker] = [
    "PageNode": { configuration, loader throws(NodeFailure) in try PageNode(configuration, &loader) },
    "UsernameCollectorNode": { configuration, _ in UsernameCollectorNode(configuration) },
    "PasswordCollectorNode": { _, _ in PasswordCollectorNode() },
    "ChoiceCollectorNode": { configuration, _ in ChoiceCollectorNode(configuration) },
    "MessageNode": { configuration, _ in MessageNode(configuration) },
  ]

  /// journey-nodes 7.2
  private static let decisions: [String: Maker] = [
    "DataStoreDecisionNode": { _, _ in DataStoreDecisionNode() }
  ]

  /// journey-nodes 7.3
  private static let flow: [String: Maker] = [
    "InnerTreeEvaluatorNode": { configuration, _ in InnerTreeEvaluatorNode(configuration) }
  ]
}
