import JSON

/// Asks for consent to each mapping that shares the profile.
struct ConsentNode: Node {
  private let needsAll: Bool
  private let message: LocalizedText

  init(_ configuration: NodeConfiguration) {
    needsAll = configuration.flag("allRequired", else: false)
    message = configuration.texts("message")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let mappings = visit.services.profile.consentMappings
    guard !mappings.isEmpty else { return .outcome("outcome") }
    let answers = visit.answers("ConsentMappingCallback")
    guard answers.count == mappings.count, !needsAll || answers.allSatisfy({ $0.flag() }) else {
      return .ask(mappings.map { draft($0, visit) })
    }
    let given = zip(mappings, answers).filter { $0.1.flag() }.map { mapping, _ in
      JSON.object(["mapping": .string(mapping.name), "consentDate": .string(visit.now.text)])
    }
    visit.state.setShared(attribute: "consentedMappings", .array(given))
    return .outcome("outcome")
  }

  private func draft(_ mapping: ProfileRules.Consent, _ visit: Visit) -> CallbackDraft {
    CallbackDraft(
      "ConsentMappingCallback",
      outputs: [
        ("name", .string(mapping.name)), ("displayName", .string(mapping.displayName)), ("icon", .string(mapping.icon)),
        ("accessLevel", .string(mapping.accessLevel)), ("isRequired", .bool(needsAll)),
        ("message", .string(visit.text(message, else: "Privacy & Consent."))),
        ("fields", .array(mapping.fields.map(JSON.string))),
      ], inputs: [.flag("")])
  }
}
