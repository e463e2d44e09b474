import JSON

/// The outcomes that a node can have (journey-nodes 7, appendix A): a connection of another name can never be taken, so it is a fault of the
/// export.
enum NodeOutcomes {
  /// Nil for a type whose outcomes nobody knows. What the server wrote beside the configuration counts too: versions differ.
  static func outcomes(of node: NodeConfiguration) -> Set<String>? {
    guard let known = fixed[node.plainType] ?? configured[node.plainType]?(node) ?? imitated(by: node) else {
      return nil
    }
    return known.union(node.outcomes)
  }

  /// Those of the type that a node imitates whose configuration a script makes.
  private static func imitated(by node: NodeConfiguration) -> Set<String>? {
    guard node.plainType == "ConfigProviderNode", let type = node.text("nodeType"),
      let known = fixed[NodeConfiguration.plain(type)]
    else { return nil }
    return known.union(["CONFIGURATION_FAILED"])
  }

  /// Those that are the same in every journey.
  private static let fixed: [String: Set<String>] = [
    (passing, ["outcome"]), (decisions, ["true", "false"]), (devices, ["true", "false", "unknownDevice"]),
    (stores, ["TRUE", "FALSE", "LOCKED", "CANCELLED", "EXPIRED"]), (social, ["ACCOUNT_EXISTS", "NO_ACCOUNT", "ERROR"]),
    (kept, ["successOutcome", "failureOutcome"]),
    (phones, ["successOutcome", "failureOutcome", "timeoutOutcome", "SUCCESS", "FAILURE", "EXPIRED"]),
    (["PushResultVerifierNode"], ["TRUE", "FALSE", "EXPIRED", "WAITING"]),
    (["RetryLimitDecisionNode"], ["Retry", "Reject"]), (["CreateObjectNode"], ["CREATED", "FAILURE"]),
    (["PatchObjectNode"], ["PATCHED", "FAILURE"]), (["EmailTemplateNode"], ["EMAIL_SENT", "EMAIL_NOT_SENT"]),
    (["SocialProviderHandlerNodeV2"], ["ACCOUNT_EXISTS", "NO_ACCOUNT", "SOCIAL_AUTH_INTERRUPTED"]),
    (["PassthroughAuthenticationNode"], ["AUTHENTICATED", "MISSING", "FAILED"]), (["FlowControlNode"], ["A", "B"]),
    (["PushWaitNode"], ["DONE", "EXITED"]), (["SearchForUserNode"], ["found", "notFound", "ambiguous"]),
  ].reduce(into: [:]) { all, entry in
    for type in entry.0 { all[type + (type.hasSuffix("Node") ? "" : "Node")] = Set(entry.1) }
  }

  private static let passing: [String] = [
    "AcceptTermsAndConditions", "AccountLockout", "AnonymousUser", "AnonymousSessionUpgrade", "AttributeCollector",
    "Consent", "CreatePassword", "Debug", "DeviceProfileCollector", "DeviceSave", "DisplayUserName", "EmailSuspend",
    "GetAuthenticatorApp", "IncrementLoginCount", "KbaCreate", "Metadata", "Meter", "ModifyAuthLevel",
    "OneTimePasswordGenerator", "OneTimePasswordSmtpSender", "OneTimePasswordSmsSender",
    "OptOutMultiFactorAuthentication",
    "PasswordCollector", "PingOneProtectResult", "ProvisionDynamicAccount", "ProvisionIdmAccount", "QueryParameter",
    "RecoveryCodeDisplay", "RegisterLogoutWebhook", "RemoveSessionProperties", "RequestHeader", "SessionData",
    "SetCustomCookie", "SetErrorDetails", "SetFailureDetails", "SetFailureUrl", "SetPersistentCookie",
    "SetSessionProperties", "SetState", "SetSuccessDetails", "SetSuccessUrl", "SocialOAuthIgnoreProfile", "TimerStart",
    "TimerStop", "UpdateJourneyTimeout", "UsernameCollector", "ValidatedPassword", "ValidatedUsername",
    "WriteFederationInformation", "EmailNotify",
  ]

  private static let decisions: [String] = [
    "AccountActiveDecision", "AgentDataStoreDecision", "AmsterJwtDecision", "AttributePresentDecision",
    "AttributeValueDecision", "AuthLevelDecision", "Captcha", "CaptchaEnterprise", "ReCaptcha",
    "CookiePresenceDecision",
    "DataStoreDecision", "DeviceBindingStorage", "DeviceGeoFencing", "DeviceTamperingVerification",
    "IdentifyExistingUser", "KbaDecision", "KbaVerify", "LoginCountDecision", "Message",
    "OneTimePasswordCollectorDecision", "Oidc", "PersistentCookieDecision", "PingOneProtectInitialize",
    "ProfileCompletenessDecision", "QueryFilterDecision", "RecoveryCodeCollectorDecision",
    "RequiredAttributesDecision",
    "TermsAndConditionsDecision", "TimeSinceDecision", "ZeroPageLogin", "Kerberos", "IPAddressDecision",
  ]

  private static let devices = ["DeviceMatch", "DeviceLocationMatch"]
  private static let stores = ["IdentityStoreDecision", "LdapDecision"]
  private static let social = [
    "SocialGoogle", "SocialFacebook", "Social", "SocialOpenIdConnect", "SocialProviderHandler", "Saml2",
  ]
  private static let kept = ["OathRegistration", "OathDeviceStorage", "EnableDeviceManagement"]
  private static let phones = ["PushRegistration", "CombinedMultiFactorRegistration"]

  /// Those that the configuration decides.
  private static let configured: [String: @Sendable (NodeConfiguration) -> Set<String>] = [
    "ChoiceCollectorNode": { Set($0.list("choices")) }, "ScriptedDecisionNode": { Set($0.list("outcomes")) },
    "InnerTreeEvaluatorNode": { $0.has(["true", "false"], "error", if: "displayErrorOutcome") },
    "PollingWaitNode": {
      $0.has(["DONE"], "EXITED", if: "exitable").union($0.has([], "SPAM", if: "spamDetectionEnabled"))
    },
    "PushAuthenticationSenderNode": {
      $0.has(["SENT", "NOT_REGISTERED", "SKIPPED"], "FAILURE", if: "captureFailure")
    },
    "SelectIdPNode": { _ in ["socialAuthentication", "localAuthentication"] },
    "OathTokenVerifierNode": {
      $0.has(
        ["successOutcome", "failureOutcome", "notRegisteredOutcome"], "recoveryCodeOutcome", if: "isRecoveryCodeAllowed"
      )
    },
    "MultiFactorRegistrationOptionsNode": { _ in
      ["registerOutcome", "getAppOutcome", "skipOutcome", "optOutOutcome"]
    },
    "WebAuthnRegistrationNode": { $0.limited(["unsupported", "success", "failure", "error"]) },
    "WebAuthnAuthenticationNode": {
      $0.has(["unsupported", "noDevice", "success", "failure", "error"], "recoveryCode", if: "isRecoveryCodeAllowed")
        .union($0.has([], "successSignCountMismatch", if: "detectSignCountMismatch"))
    },
    "WebAuthnDeviceStorageNode": { $0.limited(["success", "failure"]) },
    "DeviceBindingNode": {
      $0.limited(["success", "failure"]).union($0.clientErrors(["Unsupported", "Abort", "Timeout"]))
    },
    "DeviceSigningVerifierNode": {
      $0.clientErrors(["Unsupported", "Abort", "Timeout", "ClientNotRegistered"])
        .union(["success", "failure", "noDeviceRegistered", "keyNotFound"])
    },
    "PingOneProtectEvaluationNode": {
      Set(["high", "medium", "low", "exceed", "failure", "clientError"] + $0.list("recommendedActions"))
    },
  ]
}

extension NodeConfiguration {
  /// The outcomes, with one more where a switch is on.
  fileprivate func has(_ outcomes: Set<String>, _ more: String, if name: String) -> Set<String> {
    flag(name, else: false) ? outcomes.union([more]) : outcomes
  }

  /// The outcomes, with the one for too many devices where they are limited.
  fileprivate func limited(_ outcomes: Set<String>) -> Set<String> {
    integer("maxSavedDevices", else: 0) > 0 ? outcomes.union(["exceedDeviceLimit"]) : outcomes
  }

  /// What a client may say instead of an answer.
  fileprivate func clientErrors(_ standard: Set<String>) -> Set<String> {
    members["clientErrorOutcomes"] == nil ? standard : Set(list("clientErrorOutcomes"))
  }
}
