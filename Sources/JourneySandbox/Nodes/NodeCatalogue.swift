/// The node types that there is something real for, by the names that exports have, without the prefix `product-`.
enum NodeCatalogue {
  typealias Maker = @Sendable (NodeConfiguration, inout NodeLoader) throws(NodeFailure) -> any Node

  static let makers: [String: Maker] = [screens, decisions, flow, requests, messages, factors, ends, others]
    .reduce(into: [:]) { all, some in all.merge(some) { $1 } }

  /// journey-nodes 7.1
  private static let screens: [String: Maker] = [
    "PageNode": { configuration, loader throws(NodeFailure) in try PageNode(configuration, &loader) },
    "UsernameCollectorNode": { configuration, _ in UsernameCollectorNode(configuration) },
    "PasswordCollectorNode": { _, _ in PasswordCollectorNode() },
    "ValidatedUsernameNode": { configuration, _ in ValidatedUsernameNode(configuration) },
    "ValidatedPasswordNode": { configuration, _ in ValidatedPasswordNode(configuration) },
    "CreatePasswordNode": { configuration, _ in CreatePasswordNode(configuration) },
    "ChoiceCollectorNode": { configuration, _ in ChoiceCollectorNode(configuration) },
    "MessageNode": { configuration, _ in MessageNode(configuration) },
    "AttributeCollectorNode": { configuration, _ in AttributeCollectorNode(configuration) },
    "DisplayUserNameNode": { configuration, _ in DisplayUserNameNode(configuration) },
    "PollingWaitNode": { configuration, _ in PollingWaitNode(configuration) },
    "MetadataNode": { configuration, _ in MetadataNode(configuration) },
    "DebugNode": { _, _ in DebugNode() },
    "AcceptTermsAndConditionsNode": { _, _ in AcceptTermsAndConditionsNode() },
    "KbaCreateNode": { configuration, _ in KbaCreateNode(configuration) },
    "KbaVerifyNode": { configuration, _ in KbaVerifyNode(configuration) },
    "KbaDecisionNode": { configuration, _ in KbaDecisionNode(configuration) },
    "ConsentNode": { configuration, _ in ConsentNode(configuration) },
  ]

  /// journey-nodes 7.2
  private static let decisions: [String: Maker] = [
    "DataStoreDecisionNode": { _, _ in DataStoreDecisionNode() },
    "AgentDataStoreDecisionNode": { _, _ in AgentDataStoreDecisionNode() },
    "IdentityStoreDecisionNode": { configuration, _ in IdentityStoreDecisionNode(configuration) },
    "LdapDecisionNode": { configuration, _ in IdentityStoreDecisionNode(configuration) },
    "PassthroughAuthenticationNode": { configuration, _ in PassthroughAuthenticationNode(configuration) },
    "IdentifyExistingUserNode": { configuration, _ in IdentifyExistingUserNode(configuration) },
    "AccountActiveDecisionNode": { _, _ in AccountActiveDecisionNode() },
    "AccountLockoutNode": { configuration, _ in AccountLockoutNode(configuration) },
    "RetryLimitDecisionNode": { configuration, _ in RetryLimitDecisionNode(configuration) },
    "IncrementLoginCountNode": { configuration, _ in IncrementLoginCountNode(configuration) },
    "LoginCountDecisionNode": { configuration, _ in LoginCountDecisionNode(configuration) },
    "AttributePresentDecisionNode": { configuration, _ in AttributePresentDecisionNode(configuration) },
    "AttributeValueDecisionNode": { configuration, _ in AttributeValueDecisionNode(configuration) },
    "QueryFilterDecisionNode": { configuration, _ throws(NodeFailure) in try QueryFilterDecisionNode(configuration) },
    "ProfileCompletenessDecisionNode": { configuration, _ in ProfileCompletenessDecisionNode(configuration) },
    "RequiredAttributesDecisionNode": { _, _ in RequiredAttributesDecisionNode() },
    "TermsAndConditionsDecisionNode": { configuration, _ in TermsAndConditionsDecisionNode(configuration) },
    "TimeSinceDecisionNode": { configuration, _ in TimeSinceDecisionNode(configuration) },
    "CreateObjectNode": { configuration, _ in CreateObjectNode(configuration) },
    "PatchObjectNode": { configuration, _ in PatchObjectNode(configuration) },
  ]

  /// journey-nodes 7.3
  private static let flow: [String: Maker] = [
    "InnerTreeEvaluatorNode": { configuration, _ in InnerTreeEvaluatorNode(configuration) },
    "ModifyAuthLevelNode": { configuration, _ in ModifyAuthLevelNode(configuration) },
    "AuthLevelDecisionNode": { configuration, _ in AuthLevelDecisionNode(configuration) },
    "FlowControlNode": { configuration, _ in FlowControlNode(configuration) },
    "UpdateJourneyTimeoutNode": { configuration, _ in UpdateJourneyTimeoutNode(configuration) },
    "TimerStartNode": { _, _ in PassThroughNode() },
    "TimerStopNode": { _, _ in PassThroughNode() },
    "MeterNode": { _, _ in PassThroughNode() },
    "SetStateNode": { configuration, _ in SetStateNode(configuration) },
    "AnonymousUserNode": { configuration, _ in AnonymousUserNode(configuration) },
    "AnonymousSessionUpgradeNode": { _, _ in PassThroughNode() },
  ]

  /// journey-nodes 7.4
  private static let requests: [String: Maker] = [
    "ZeroPageLoginNode": { configuration, _ in ZeroPageLoginNode(configuration) },
    "RequestHeaderNode": { configuration, _ in RequestValuesNode(configuration, readsHeaders: true) },
    "QueryParameterNode": { configuration, _ in RequestValuesNode(configuration, readsHeaders: false) },
    "KerberosNode": { _, _ in KerberosNode() },
    "CookiePresenceDecisionNode": { configuration, _ in CookiePresenceDecisionNode(configuration) },
    "SetCustomCookieNode": { configuration, _ in SetCustomCookieNode(configuration) },
    "SetPersistentCookieNode": { configuration, _ in SetPersistentCookieNode(configuration) },
    "PersistentCookieDecisionNode": { configuration, _ in PersistentCookieDecisionNode(configuration) },
  ]

  /// journey-nodes 7.5
  private static let messages: [String: Maker] = [
    "OneTimePasswordGeneratorNode": { configuration, _ in OneTimePasswordGeneratorNode(configuration) },
    "OneTimePasswordSmtpSenderNode": { configuration, _ in OneTimePasswordSenderNode(configuration, isMail: true) },
    "OneTimePasswordSmsSenderNode": { configuration, _ in OneTimePasswordSenderNode(configuration, isMail: false) },
    "OneTimePasswordCollectorDecisionNode": { configuration, _ in OneTimePasswordCollectorDecisionNode(configuration) },
    "EmailSuspendNode": { configuration, _ in EmailSuspendNode(configuration) },
    "EmailTemplateNode": { configuration, _ in EmailTemplateNode(configuration) },
  ]

  /// journey-nodes 7.6, 7.7
  private static let factors: [String: Maker] = [
    "OathRegistrationNode": { configuration, _ in OathRegistrationNode(configuration) },
    "OathDeviceStorageNode": { _, _ in OathDeviceStorageNode() },
    "OathTokenVerifierNode": { configuration, _ in OathTokenVerifierNode(configuration) },
    "RecoveryCodeDisplayNode": { _, _ in RecoveryCodeDisplayNode() },
    "RecoveryCodeCollectorDecisionNode": { configuration, _ in RecoveryCodeCollectorDecisionNode(configuration) },
    "PushAuthenticationSenderNode": { configuration, _ in PushAuthenticationSenderNode(configuration) },
    "PushWaitNode": { configuration, _ in PushWaitNode(configuration) },
    "PushResultVerifierNode": { _, _ in PushResultVerifierNode() },
    "PushRegistrationNode": { configuration, _ in PushRegistrationNode(configuration) },
    "MultiFactorRegistrationOptionsNode": { configuration, _ in MultiFactorRegistrationOptionsNode(configuration) },
    "GetAuthenticatorAppNode": { configuration, _ in GetAuthenticatorAppNode(configuration) },
    "CombinedMultiFactorRegistrationNode": { configuration, _ in CombinedMultiFactorRegistrationNode(configuration) },
    "OptOutMultiFactorAuthenticationNode": { _, _ in OptOutMultiFactorAuthenticationNode() },
    "EnableDeviceManagementNode": { configuration, _ in EnableDeviceManagementNode(configuration) },
    "WebAuthnRegistrationNode": { configuration, _ in WebAuthnRegistrationNode(configuration) },
    "WebAuthnAuthenticationNode": { configuration, _ in WebAuthnAuthenticationNode(configuration) },
    "WebAuthnDeviceStorageNode": { configuration, _ in WebAuthnDeviceStorageNode(configuration) },
    "DeviceBindingNode": { configuration, _ in DeviceBindingNode(configuration) },
    "DeviceBindingStorageNode": { _, _ in DeviceBindingStorageNode() },
    "DeviceSigningVerifierNode": { configuration, _ in DeviceSigningVerifierNode(configuration) },
    "DeviceProfileCollectorNode": { configuration, _ in DeviceProfileCollectorNode(configuration) },
    "DeviceSaveNode": { configuration, _ in DeviceSaveNode(configuration) },
    "DeviceMatchNode": { configuration, _ in DeviceMatchNode(configuration) },
    "DeviceLocationMatchNode": { configuration, _ in DeviceLocationMatchNode(configuration) },
    "DeviceGeoFencingNode": { configuration, _ in DeviceGeoFencingNode(configuration) },
    "DeviceTamperingVerificationNode": { configuration, _ in DeviceTamperingVerificationNode(configuration) },
  ]

  /// journey-nodes 7.9
  private static let ends: [String: Maker] = [
    "SessionDataNode": { configuration, _ in SessionDataNode(configuration) },
    "SetSessionPropertiesNode": { configuration, _ in SetSessionPropertiesNode(configuration) },
    "RemoveSessionPropertiesNode": { configuration, _ in RemoveSessionPropertiesNode(configuration) },
    "SetSuccessUrlNode": { configuration, _ in SetURLNode(configuration, key: "successUrl") },
    "SetFailureUrlNode": { configuration, _ in SetURLNode(configuration, key: "failureUrl") },
    "SetSuccessDetailsNode": { configuration, _ in SetSuccessDetailsNode(configuration) },
    "SetFailureDetailsNode": { configuration, _ in SetFailureDetailsNode(configuration, prefix: "failure") },
    "SetErrorDetailsNode": { configuration, _ in SetFailureDetailsNode(configuration, prefix: "error") },
    "RegisterLogoutWebhookNode": { _, _ in PassThroughNode() },
  ]

  /// journey-nodes 7.8, 7.10, 7.11
  private static let others: [String: Maker] = [
    "SocialProviderHandlerNode": { configuration, _ in SocialProviderHandlerNode(configuration) },
    "SocialProviderHandlerNodeV2": { configuration, _ in SocialProviderHandlerNode(configuration) },
    "SocialGoogleNode": { configuration, _ in SocialProviderHandlerNode(configuration, provider: "google") },
    "SocialFacebookNode": { configuration, _ in SocialProviderHandlerNode(configuration, provider: "facebook") },
    "SocialNode": { configuration, _ in SocialProviderHandlerNode(configuration, provider: "social") },
    "SocialOpenIdConnectNode": { configuration, _ in SocialProviderHandlerNode(configuration, provider: "openid") },
    "ProvisionDynamicAccountNode": { _, _ in ProvisionDynamicAccountNode() },
    "SocialOAuthIgnoreProfileNode": { _, _ in SocialOAuthIgnoreProfileNode() },
    "Saml2Node": { configuration, _ in Saml2Node(configuration) },
    "WriteFederationInformationNode": { _, _ in WriteFederationInformationNode() },
    "SelectIdPNode": { configuration, _ in SelectIdPNode(configuration) },
    "CaptchaNode": { configuration, _ in CaptchaNode(configuration) },
    "ReCaptchaNode": { configuration, _ in CaptchaNode(configuration) },
    "CaptchaEnterpriseNode": { configuration, _ in CaptchaEnterpriseNode(configuration) },
    "PingOneProtectInitializeNode": { configuration, _ in PingOneProtectInitializeNode(configuration) },
    "PingOneProtectEvaluationNode": { configuration, _ in PingOneProtectEvaluationNode(configuration) },
    "PingOneProtectResultNode": { _, _ in PassThroughNode() },
    "AmsterJwtDecisionNode": { _, _ in AmsterJwtDecisionNode() },
    "ThemeNode": { _, _ in PassThroughNode() },
    "HTMLMessageNode": { configuration, _ in HTMLMessageNode(configuration) },
    "InputCollectorNode": { configuration, _ in InputCollectorNode(configuration) },
    "ProfileAttributeToStateNode": { configuration, _ in ProfileAttributeToStateNode(configuration) },
    "SetProfilePropertyNode": { configuration, _ in SetProfilePropertyNode(configuration) },
    "SearchForUserNode": { configuration, _ in SearchForUserNode(configuration) },
    "EmailNotifyNode": { configuration, _ in EmailNotifyNode(configuration) },
    "IPAddressDecisionNode": { configuration, _ throws(NodeFailure) in try IPAddressDecisionNode(configuration) },
    "SandboxCallbacksNode": { configuration, _ throws(NodeFailure) in try SandboxCallbacksNode(configuration) },
  ]
}
