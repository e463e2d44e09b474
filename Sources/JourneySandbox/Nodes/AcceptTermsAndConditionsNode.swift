import JSON

/// Shows the terms until they are accepted.
struct AcceptTermsAndConditionsNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let terms = visit.services.profile.terms
    guard visit.answers("TermsAndConditionsCallback").first?.flag() == true else {
      visit.state.shared["termsVersion"] = .string(terms.version)
      return .ask([
        CallbackDraft(
          "TermsAndConditionsCallback",
          outputs: [
            ("version", .string(terms.version)), ("terms", .string(visit.text(terms.text, else: ""))),
            ("createDate", .string(terms.created)),
          ], inputs: [.flag("")])
      ])
    }
    visit.state.shared["termsAccepted"] = [
      "acceptDate": .string(visit.now.text), "termsVersion": .string(terms.version),
    ]
    return .outcome("outcome")
  }
}
