public import Observation

/// Leads one journey for a user interface.
@MainActor
@Observable
public final class JourneyViewModel {
  /// What is to be shown.
  public private(set) var state = JourneyState()
  /// Whether a request is on its way.
  public private(set) var isLoading = false
  private let journey: Journey
  private let name: String?

  /// A model that drives this journey: the one of this name, or the realm's default one.
  public init(journey: Journey, name: String? = nil) {
    self.journey = journey
    self.name = name
  }

  /// Starts the journey, or starts it over.
  public func startJourney() async {
    await load { await self.journey.start(self.name) }
  }

  /// Sends the answers of a step.
  public func next(node: ContinueNode) async {
    await load { await node.next() }
  }

  /// Shows the node at hand again: its callbacks are objects, and what is set on them is not seen by itself.
  public func refresh() {
    state = JourneyState(node: state.node)
  }

  private func load(_ request: () async -> any Node) async {
    guard !isLoading else { return }
    isLoading = true
    state = JourneyState(node: await request())
    isLoading = false
  }
}
