/// The choice between several journeys that all satisfy what was asked for (am-protocol 1.3): a journey of one node that goes into the chosen one.
enum AuthenticationMenu {
  /// - Parameters:
  ///   - names: the journeys.
  ///   - prefix: what stands before each in the choices, `/realm:` for an advice.
  static func journey(_ names: [String], prefix: String) -> Journey {
    let node = JourneyNode(
      id: "menu", type: "AuthenticationMenu", displayName: "Authentication Menu",
      connections: ["true": Journey.successID, "false": Journey.failureID],
      behaviour: MenuNode(names: names, prefix: prefix))
    return Journey(
      name: "", entry: node.id, nodes: [node.id: node], flags: JourneyFlags(), templates: [:], providers: [])
  }

  private struct MenuNode: Node {
    let names: [String]
    let prefix: String

    func process(_ visit: Visit) throws(NodeFailure) -> Action {
      guard let index = visit.answers.first?.index, names.indices.contains(index),
        let journey = visit.realm.journeys.journey(names[index])
      else { return .ask([.choice("Authentication Menu", names.map { prefix + $0 }, defaultChoice: 0)]) }
      visit.state.chosen = journey
      visit.state.noSession = visit.state.noSession || journey.noSession
      return .enter(journey.name)
    }
  }
}
