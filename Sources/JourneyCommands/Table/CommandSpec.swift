package import JSON

/// One command. Help, the parser of lines, completion, JSON-RPC methods, OpenRPC, shell completions and manual are made from
/// `CommandSpec.all`; none keeps a list of its own.
package struct CommandSpec: Sendable {
  /// How a command does its work.
  package enum Body: Sendable {
    /// Touches no profile and waits for nothing: answered at once, whatever else is going on.
    case pure(@Sendable (Arguments, Workspace) throws(Failure) -> Output)
    /// Runs when the call is read, before the calls that follow are read: it decides which profile these belong to.
    case whenRead(@Sendable (Arguments, CommandContext) throws(Failure) -> Output)
    /// Runs in its turn among the calls on its profile.
    case inTurn(@Sendable (Arguments, CommandContext) async throws(Failure) -> Output)
  }

  /// What a command does to what is there, for clients that want to know before they let it run.
  package enum Effect: Sendable {
    /// Changes nothing.
    case reads
    /// Changes something, here or at the server.
    case changes
    /// Ends something that nobody brings back, or may do so.
    case ends
  }

  /// A command that changes something only by one of its parameters, without that.
  package struct ReadingForm: Sendable {
    package var summary: String
    /// The parameter that changes something.
    package var without: String
  }

  /// The word on a line and the JSON-RPC method.
  package var name: String
  /// Imperative, one line, no full stop.
  package var summary: String
  /// Whole sentences for help and manual; may be empty.
  package var details: String
  /// Command lines that work as they are.
  package var examples: [String]
  package var parameters: [ParameterSpec]
  /// JSON Schema of the result.
  package var resultSchema: JSON
  /// Every code that the command may fail with, but those that any call may have (`usage`, `cancelled`, `bug`).
  package var failures: [Failure.Code]
  /// Whether it is a JSON-RPC method.
  package var isRPC: Bool
  /// Whether it is offered to the Model Context Protocol.
  package var isMCP: Bool
  /// Whether its result is not the last result for `capture`, `expect` and `--get`.
  package var leavesLastResult: Bool
  package var effect: Effect
  /// Whether it works on a profile, or with what the program as a whole has.
  package var usesProfile: Bool
  /// Whether it sends nothing to the server.
  package var staysHere: Bool
  /// What it is where settings cannot be changed; nil for the same.
  package var readingForm: ReadingForm?
  /// What is said to who calls it without the words that it needs: how things stand.
  package var status: (@Sendable (Workspace) -> String)?
  package var body: Body

  package init(
    name: String, summary: String, details: String = "", examples: [String] = [], parameters: [ParameterSpec] = [],
    resultSchema: JSON, failures: [Failure.Code] = [], isRPC: Bool = true, isMCP: Bool = true,
    leavesLastResult: Bool = false, effect: Effect = .changes, usesProfile: Bool = true,
    staysHere: Bool = false, readingForm: ReadingForm? = nil, status: (@Sendable (Workspace) -> String)? = nil,
    body: Body
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.examples = examples
    self.parameters = parameters
    self.resultSchema = resultSchema
    self.failures = failures
    self.isRPC = isRPC
    self.isMCP = isMCP
    self.leavesLastResult = leavesLastResult
    self.effect = effect
    self.usesProfile = usesProfile
    self.staysHere = staysHere
    self.readingForm = readingForm
    self.status = status
    self.body = body
  }

  /// The command of that name.
  package static func named(_ name: String) -> CommandSpec? { byName[name] }
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
