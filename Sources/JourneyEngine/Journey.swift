import HTTPClient

/// A journey of one server and realm for one user: starts it, resumes it, and holds the session that it ends in.
public final class Journey: Sendable {
  package let agent: UserAgent

  /// A journey of this user agent.
  package init(agent: UserAgent) {
    self.agent = agent
  }

  /// Makes a journey from its settings.
  public static func createJourney(_ configure: (inout JourneyConfig) -> Void) -> Journey {
    var config = JourneyConfig()
    configure(&config)
    return Journey(agent: UserAgent(config: config))
  }

  /// The settings.
  public var config: JourneyConfig { agent.config }

  /// Where a task is nearest to the network; nil where there is no such place. A task that prefers it (SE-0417) and takes many
  /// steps changes no threads on their way. It must not block there: all requests would wait.
  public var executor: (any TaskExecutor)? { agent.transport.executor }

  /// Starts a journey: the one of this name, or the realm's default one. It takes the place of the one that was under way:
  /// an answer of the server closes the step of that.
  public func start(_ journey: String? = nil, _ configure: (inout StartOptions) -> Void = { _ in }) async -> any Node {
    var options = StartOptions()
    configure(&options)
    do {
      return try await begin(journey, options)
    } catch {
      return FailureNode(error, continueNode: nil)
    }
  }

  /// Goes on with a journey that waits for something outside: by the link of a mail, by its suspended id, or by the URL
  /// that another site has led back to.
  public func resume(_ uri: String) async -> any Node {
    do {
      return try await comeBack(uri)
    } catch {
      return FailureNode(error, continueNode: nil)
    }
  }

  /// ``start(_:_:)`` with the refusal as an error.
  package func begin(_ journey: String?, _ options: StartOptions) async throws(Refusal) -> any Node {
    try await agent.start(journey, options)
  }

  /// ``resume(_:)`` with the refusal as an error.
  package func comeBack(_ uri: String) async throws(Refusal) -> any Node {
    try await agent.resume(uri)
  }

  /// The step at hand that is kept from an earlier process; nil where there is none.
  package func keptStep() async throws(Refusal) -> ContinueNode? {
    try await agent.keptStep()
  }

  /// What the last journey of an earlier process ended in, while that process or another one has not given its session up; nil
  /// where there is a step at hand.
  package func keptEnding() async throws(Refusal) -> (any Node)? {
    try await agent.keptEnding()
  }
}
