import JSON

/// A social provider that came with an export.
struct SocialProvider: Sendable {
  let name: String
  /// How its button looks, as the export has it.
  let button: JSON

  /// Those that are enabled.
  static func all(_ json: JSON.Object?) -> [SocialProvider] {
    (json?.members ?? []).filter { $0.value["enabled"]?.bool != false }.map { member in
      let plain: JSON = ["buttonDisplayName": .string(member.name), "buttonClass": ""]
      return SocialProvider(
        name: member.name, button: member.value["uiConfig"].flatMap { $0.object }.map(JSON.object) ?? plain)
    }
  }
}

/// Offers social providers and local sign-in (journey-nodes 7.8).
struct SelectIdPNode: Node {
  private static let local = "localAuthentication"

  private let includesLocal: Bool
  private let offersLinked: Bool
  private let filter: [String]

  init(_ configuration: NodeConfiguration) {
    includesLocal = configuration.flag("includeLocalAuthentication", else: true)
    offersLinked = configuration.flag("offerOnlyExisting", else: false)
    filter = configuration.list("filteredProviders")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let providers = providers(visit)
    let names = providers.map(\.name) + (includesLocal ? [SelectIdPNode.local] : [])
    guard let only = names.first else { throw NodeFailure("there is no identity provider") }
    if names.count == 1 { return choose(only, visit) }
    guard let name = visit.answers("SelectIdPCallback").first?.text(), !name.isEmpty else {
      var entries: [JSON] = providers.map { ["provider": .string($0.name), "uiConfig": $0.button] }
      if includesLocal { entries.append(["provider": .string(SelectIdPNode.local)]) }
      return .ask([
        CallbackDraft(
          "SelectIdPCallback", outputs: [("providers", .array(entries)), ("value", "")], inputs: [.text("")])
      ])
    }
    guard names.contains(name) else { throw NodeFailure("there is no identity provider \(name)") }
    return choose(name, visit)
  }

  private func providers(_ visit: Visit) -> [SocialProvider] {
    var providers = visit.state.frames.last?.journey.providers ?? []
    if !filter.isEmpty { providers = providers.filter { filter.contains($0.name) } }
    guard offersLinked, let user = visit.user else { return providers }
    return providers.filter { provider in user.aliases.contains { $0.hasPrefix(provider.name + "-") } }
  }

  private func choose(_ provider: String, _ visit: Visit) -> Action {
    guard provider != SelectIdPNode.local else { return .outcome(SelectIdPNode.local) }
    visit.state.shared["selectedIdp"] = .string(provider)
    return .outcome("socialAuthentication")
  }
}
