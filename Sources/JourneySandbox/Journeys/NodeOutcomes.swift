/// The outcomes of node types that are the same in every journey (journey-nodes 7): a connection of another name can never be taken, so it
/// is a fault of the export.
enum NodeOutcomes {
  /// The outcomes of a type; nil where they depend on the configuration, on the version, or are not known.
  static func outcomes(of type: String) -> Set<String>? {
    switch type {
    case _ where decisions.contains(type): ["true", "false"]
    case _ where passing.contains(type): ["outcome"]
    case "InnerTreeEvaluatorNode": ["true", "false", "error"]
    case "RetryLimitDecisionNode": ["Retry", "Reject"]
    case "CreateObjectNode": ["CREATED", "FAILURE"]
    case "PatchObjectNode": ["PATCHED", "FAILURE"]
    case "PushResultVerifierNode": ["TRUE", "FALSE", "EXPIRED", "WAITING"]
    default: nil
    }
  }

  private static let decisions: Set<String> = [
    "DataStoreDecisionNode", "AgentDataStoreDecisionNode", "IdentifyExistingUserNode", "AttributePresentDecisionNode",
    "AttributeValueDecisionNode", "QueryFilterDecisionNode", "KbaDecisionNode", "LoginCountDecisionNode", "MessageNode",
    "OneTimePasswordCollectorDecisionNode", "RecoveryCodeCollectorDecisionNode", "RequiredAttributesDecisionNode",
    "TermsAndConditionsDecisionNode", "ZeroPageLoginNode", "AccountActiveDecisionNode", "AuthLevelDecisionNode",
  ]

  private static let passing: Set<String> = [
    "UsernameCollectorNode", "PasswordCollectorNode", "ValidatedUsernameNode", "ValidatedPasswordNode",
    "AttributeCollectorNode", "AcceptTermsAndConditionsNode", "KbaCreateNode", "IncrementLoginCountNode",
    "ModifyAuthLevelNode", "OneTimePasswordGeneratorNode", "OneTimePasswordSmtpSenderNode",
    "OneTimePasswordSmsSenderNode", "SetSuccessUrlNode", "SetFailureUrlNode", "AccountLockoutNode",
  ]
}
