package import JSON

/// What a face wants to hear while commands run. All of it may be called from any thread, in the order of things.
package struct Watcher: Sendable {
  /// While something waits: `{"kind":"wait","remainingMilliseconds":…}`.
  package var progress: (@Sendable (JSON) -> Void)?
  /// A command of a line or a script is about to run.
  package var command: (@Sendable (ParsedCommand) -> Void)?
  /// A command of a line or a script gave a result; those of a sourced file too.
  package var output: (@Sendable (Output) -> Void)?
  /// A command failed, and `-` in front of it lets the script go on.
  package var tolerated: (@Sendable (Failure) -> Void)?

  package init(
    progress: (@Sendable (JSON) -> Void)? = nil, command: (@Sendable (ParsedCommand) -> Void)? = nil,
    output: (@Sendable (Output) -> Void)? = nil, tolerated: (@Sendable (Failure) -> Void)? = nil
  ) {
    self.progress = progress
    self.command = command
    self.output = output
    self.tolerated = tolerated
  }
}

/// A line or a script that stopped at a failing command.
package struct LineFailure: Error, Equatable, Sendable {
  /// With its place in the script.
  package var failure: Failure
  /// The results of the commands before it.
  package var outputs: [Output]

  package init(_ failure: Failure, outputs: [Output] = []) {
    self.failure = failure
    self.outputs = outputs
  }
}

/// What the prompt of a terminal shows.
package struct PromptState: Sendable, Equatable {
  package var profile: String
  package var journey: String?
  /// The number of the step that waits for answers.
  package var step: Int?
  package var hasSession: Bool
}
