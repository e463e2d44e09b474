import JSON

/// Several nodes on one screen (journey-nodes 4).
///
/// Each child runs on every submission and sees the callbacks that are its own. Ids count up over the life of the page: a callback that
/// is asked for again has a new one, one that was answered comes back with its id and its value.
struct PageNode: Node {
  private struct Child: Sendable {
    let id: String
    let type: String
    let displayName: String
    let node: any Node
  }

  private let header: LocalizedText
  private let description: LocalizedText
  private let stage: String?
  private let children: [Child]
  /// Before the outcomes of the last child: pages of version 2.0 have its id there.
  private let prefix: String
  /// What a page without nodes comes to.
  private let onlyOutcome: String

  /// Types that are screens of their own, or journeys.
  private static let standAlone: Set<String> = ["PageNode", "InnerTreeEvaluatorNode"]

  /// The types of its nodes.
  var types: [String] { children.map(\.type) }

  /// Its nodes as ones of a graph; their outcomes lead nowhere of themselves.
  var nodes: [JourneyNode] {
    children.map {
      JourneyNode(id: $0.id, type: $0.type, displayName: $0.displayName, connections: [:], behaviour: $0.node)
    }
  }

  init(_ configuration: NodeConfiguration, _ loader: inout NodeLoader) throws(NodeFailure) {
    header = configuration.texts("pageHeader")
    description = configuration.texts("pageDescription")
    stage = configuration.text("stage").flatMap { $0.isEmpty || $0 == "null" ? nil : $0 }
    var children: [Child] = []
    for entry in configuration["nodes"]?.array ?? [] {
      guard let (id, type, name) = PageNode.reference(entry, loader) else {
        throw NodeFailure("one of its children has no id or no type")
      }
      guard !PageNode.standAlone.contains(type) else { throw NodeFailure("a \(type) cannot stand on it") }
      do {
        children.append(Child(id: id, type: type, displayName: name ?? type, node: try loader.node(id, type: type)))
      } catch {
        throw NodeFailure("child \(type) \(id): \(error.message)")
      }
    }
    self.children = children
    onlyOutcome = configuration.connected.first ?? "outcome"
    let prefix = (children.last?.id ?? "") + "-"
    self.prefix = (configuration.outcomes + configuration.connected).contains { $0.hasPrefix(prefix) } ? prefix : ""
    if let last = children.last,
      let known = NodeOutcomes.outcomes(of: loader.configuration(last.id, type: last.type))
    {
      let own = Set(known.map { self.prefix + $0 })
      try loader.check(configuration.connected, own.union(configuration.outcomes))
    }
  }

  /// A child is an object, or a text `uuid:Type[:version]:Display` in raw AM configuration.
  private static func reference(_ entry: JSON, _ loader: NodeLoader) -> (id: String, type: String, name: String?)? {
    if let text = entry.string {
      let parts = text.split(separator: ":").map(String.init)
      guard let id = parts.first else { return nil }
      let name = parts.count > 2 ? parts.last : nil
      return (parts.count > 1 ? parts[1] : loader.type(of: id)).map { (id, $0, name) }
    }
    guard let id = entry["_id"]?.string else { return nil }
    return (entry["nodeType"]?.string ?? loader.type(of: id)).map { (id, $0, entry["displayName"]?.string) }
  }

  var alwaysPasses: Bool { children.isEmpty }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    // There is nothing to show: it is passed by.
    guard !children.isEmpty else { return .outcome(onlyOutcome) }
    var screen = Screen(page: visit.state.page ?? JourneyState.Page(), answers: visit.answers)
    var outcome: String?
    var order = Array(children.indices)
    let choosesProvider = children.last?.type.hasSuffix("SelectIdPNode") == true
    if choosesProvider, let last = order.popLast() { order.insert(last, at: 0) }
    for index in order {
      let asked = try run(index, visit, &screen)
      if index == children.indices.last { outcome = asked }
      if choosesProvider, index == children.indices.last, asked == "socialAuthentication" { break }
    }
    if screen.hasAsked {
      visit.state.page = screen.page
      let languages = visit.facts.languages
      return .page(
        PageTexts(header: text(header, languages), description: text(description, languages), stage: stage),
        screen.callbacks)
    }
    guard let outcome else { throw NodeFailure("No outcome and only metadata callbacks found") }
    visit.state.page = nil
    return .outcome(prefix + outcome)
  }

  /// Runs one child and gives its outcome; nil where it has asked.
  private func run(_ index: Int, _ visit: Visit, _ screen: inout Screen) throws(NodeFailure) -> String? {
    let own = screen.answers(of: index)
    let child = Visit(nodeID: children[index].id, answers: own, run: visit.run)
    switch try children[index].node.process(child) {
    case .ask(let callbacks):
      screen.ask(callbacks, for: index)
      return nil
    case .outcome(let outcome):
      screen.callbacks += own.map(\.kept)
      return outcome
    case .page, .enter, .suspend:
      throw NodeFailure("\(children[index].type) cannot stand on a page")
    }
  }

  private func text(_ texts: LocalizedText, _ languages: Languages) -> String? {
    languages.text(texts).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What is collected while the children run.
  private struct Screen {
    var page: JourneyState.Page
    let answers: [AnsweredCallback]
    var callbacks: [CallbackDraft] = []
    /// Whether a child asks for something; metadata alone does not count.
    var hasAsked = false

    init(page: JourneyState.Page, answers: [AnsweredCallback]) {
      self.page = page
      self.answers = answers
    }

    func answers(of child: Int) -> [AnsweredCallback] {
      answers.filter { answer in
        guard let id = answer.draft.id, page.ownerOfID.indices.contains(id) else { return false }
        return page.ownerOfID[id] == child
      }
    }

    mutating func ask(_ drafts: [CallbackDraft], for child: Int) {
      for var draft in drafts {
        draft.id = page.ownerOfID.count
        page.ownerOfID.append(child)
        callbacks.append(draft)
        if draft.type != "MetadataCallback" { hasAsked = true }
      }
    }
  }
}
