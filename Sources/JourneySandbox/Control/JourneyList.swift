import JSON

/// The journeys that are there, as a control endpoint tells them: `[{"name","realms","file","enabled","innerTreeOnly","standins"}]`, sorted by
/// name. `file` is the export, or `built-in NAME`; `standins` are the nodes whose outcome can be chosen.
enum JourneyList {
  static func json(_ realms: [Realm], _ chosen: ChosenOutcomes) -> JSON {
    var entries: [(journey: Journey, realms: [String])] = []
    for realm in realms {
      for journey in realm.journeys.names.compactMap(realm.journeys.journey) {
        if let index = entries.firstIndex(where: { $0.journey === journey }) {
          entries[index].realms.append(realm.path)
        } else {
          entries.append((journey, [realm.path]))
        }
      }
    }
    entries.sort { $0.journey.name < $1.journey.name }
    return .array(entries.map { entry($0.journey, $0.realms, chosen) })
  }

  private static func entry(_ journey: Journey, _ realms: [String], _ chosen: ChosenOutcomes) -> JSON {
    [
      "name": .string(journey.name), "realms": .array(realms.map(JSON.string)), "file": text(journey.file),
      "enabled": .bool(journey.isEnabled), "innerTreeOnly": .bool(journey.innerTreeOnly),
      "standins": .array(Standin.all(in: journey).map { standin($0, chosen) }),
    ]
  }

  private static func standin(_ standin: Standin, _ chosen: ChosenOutcomes) -> JSON {
    let outcome =
      chosen.outcome(node: standin.node.id, journey: standin.journey) ?? standin.verdict.standardOutcome
    return [
      "node": .string(standin.node.id), "displayName": .string(standin.node.displayName),
      "type": .string(standin.node.type), "outcome": text(outcome),
      "outcomes": .array(standin.verdict.possibleOutcomes.sorted().map(JSON.string)),
    ]
  }

  private static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}
