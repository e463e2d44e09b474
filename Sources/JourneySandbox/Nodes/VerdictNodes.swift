import JSON

/// Starts the collection of signals; the verdict is the client's own error (journey-nodes 7.10).
struct PingOneProtectInitializeNode: Node {
  private let configuration: NodeConfiguration

  init(_ configuration: NodeConfiguration) {
    self.configuration = configuration
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers("PingOneProtectInitializeCallback").first else {
      return .ask([
        CallbackDraft(
          "PingOneProtectInitializeCallback",
          outputs: [
            ("envId", .string("00000000-0000-4000-8000-000000000001")),
            ("consoleLogEnabled", flag("consoleLogEnabled")),
            ("deviceAttributesToIgnore", .array(configuration.list("deviceAttributesToIgnore").map(JSON.string))),
            ("customHost", .string(configuration.text("customHost") ?? "")), ("lazyMetadata", flag("lazyMetadata")),
            ("behavioralDataCollection", .bool(configuration.flag("behavioralDataCollection", else: true))),
            (
              "deviceKeyRsyncIntervals",
              .number(JSON.Number(configuration.integer("deviceKeyRsyncIntervals", else: 14)))
            ),
            ("enableTrust", flag("enableTrust")), ("disableTags", flag("disableTags")),
            ("disableHub", flag("disableHub")),
          ], inputs: [.text("clientError")])
      ])
    }
    return .outcome(answer.text(suffix: "clientError").isEmpty ? "true" : "false")
  }

  private func flag(_ name: String) -> JSON { .bool(configuration.flag(name, else: false)) }
}

/// Takes the signals; without an error of the client the risk is low, unless another outcome was chosen.
struct PingOneProtectEvaluationNode: Node, RemoteVerdict {
  let possibleOutcomes: Set<String>
  let standardOutcome: String? = "low"
  private let pauses: Bool

  init(_ configuration: NodeConfiguration) {
    possibleOutcomes = (NodeOutcomes.outcomes(of: configuration) ?? []).subtracting(["clientError"])
    pauses = configuration.flag("pauseBehavioralData", else: true)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers("PingOneProtectEvaluationCallback").first else {
      return .ask([
        CallbackDraft(
          "PingOneProtectEvaluationCallback", outputs: [("pauseBehavioralData", .bool(pauses))],
          inputs: [.text("signals"), .text("clientError")])
      ])
    }
    guard answer.text(suffix: "clientError").isEmpty else { return .outcome("clientError") }
    return .outcome(verdict(visit) ?? "low")
  }
}

/// A captcha that every token passes unless another outcome was chosen. `CaptchaNode`, `ReCaptchaNode`.
struct CaptchaNode: Node, RemoteVerdict {
  let possibleOutcomes: Set<String> = ["true", "false"]
  let standardOutcome: String? = "true"
  private let configuration: NodeConfiguration

  init(_ configuration: NodeConfiguration) {
    self.configuration = configuration
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers("ReCaptchaCallback").first else {
      return .ask([
        CallbackDraft(
          "ReCaptchaCallback",
          outputs: [
            ("recaptchaSiteKey", .string(configuration.text("siteKey") ?? "")),
            ("captchaApiUri", .string(configuration.text("apiUri", else: "https://www.google.com/recaptcha/api.js"))),
            ("captchaDivClass", .string(configuration.text("divClass", else: "g-recaptcha"))),
            ("reCaptchaV3", .bool(configuration.flag("reCaptchaV3", else: false))),
            ("disableSubmission", .bool(configuration.flag("disableSubmission", else: true))),
          ], inputs: [.text("")])
      ])
    }
    guard !answer.text().isEmpty else { throw NodeFailure("the captcha token is empty") }
    return .outcome(verdict(visit) ?? "true")
  }
}

/// reCAPTCHA Enterprise with the checks that need no remote server, in their order (journey-nodes 7.10).
struct CaptchaEnterpriseNode: Node {
  private let configuration: NodeConfiguration

  init(_ configuration: NodeConfiguration) {
    self.configuration = configuration
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers("ReCaptchaEnterpriseCallback").first else {
      return .ask([
        CallbackDraft(
          "ReCaptchaEnterpriseCallback",
          outputs: [
            ("recaptchaSiteKey", .string(configuration.text("siteKey") ?? "")),
            (
              "captchaApiUri",
              .string(configuration.text("apiUri", else: "https://www.google.com/recaptcha/enterprise.js"))
            ),
            ("captchaDivClass", .string(configuration.text("divClass", else: "g-recaptcha"))),
          ], inputs: [.text("token"), .text("action"), .text("clientError"), .text("payload")])
      ])
    }
    guard let failure = failure(answer) else {
      visit.state.transient["CaptchaEnterpriseNode.ASSESSMENT_RESULT"] = [
        "tokenProperties": ["valid": true], "riskAnalysis": ["score": 0.9],
      ]
      return .outcome("true")
    }
    if configuration.flag("storeErrors", else: false) {
      visit.state.transient["CaptchaEnterpriseNode.FAILURE"] = .string(failure)
    }
    return .outcome("false")
  }

  private func failure(_ answer: AnsweredCallback) -> String? {
    let error = answer.text(suffix: "clientError")
    if !error.isEmpty { return "CLIENT_ERROR:" + error }
    if answer.text(suffix: "token").isEmpty { return "INVALID_TOKEN:Token is empty" }
    let secret = configuration.text("secretLabelIdentifier") ?? ""
    if secret.isEmpty || secret == "invalid" { return "INVALID_SECRET_KEY:Secret key could not be retrieved" }
    if configuration.text("projectId")?.isEmpty ?? true { return "INVALID_PROJECT_ID:Project ID is not set" }
    if configuration.number("scoreThreshold", else: 0) > 0.9 { return "VALIDATION_ERROR:CAPTCHA validation failed" }
    return nil
  }
}

/// Checks name and password of an OAuth client, which stands for an agent.
struct AgentDataStoreDecisionNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let name = visit.state.username, let password = visit.state["password"]?.string else {
      throw NodeFailure("there is no name or no password to check")
    }
    let secret = visit.realm.provider.client(name)?.secret
    return .outcome(secret != nil && secret == password ? "true" : "false")
  }
}

/// Accepts a signed answer to a nonce; the sandbox holds no keys of administrators, so that none is right.
struct AmsterJwtDecisionNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let jwt = visit.answers("HiddenValueCallback").first?.text(), !jwt.isEmpty, jwt != "jwt" else {
      return .ask([.hidden("jwt", value: visit.services.tokens.uuid())])
    }
    return .outcome("false")
  }
}
