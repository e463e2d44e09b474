import JSON

/// A method of the JSON-RPC face that is no command: for the OpenRPC document and the manual.
struct ProtocolMethod: Sendable {
  var name: String
  /// Imperative, one line, no full stop.
  var summary: String
  var parameters: [ParameterSpec] = []
  var resultSchema = Schema.nothing
  var failures: [Failure.Code] = [.invalidRequest, .usage]
  /// Whether parameters can be given by position, too.
  var takesPositions = true
  /// Whether it runs commands, and so takes what every command takes.
  var isCall = false

  private static let traceValues = ["off", "messages", "verbose"]

  static let all: [ProtocolMethod] = [
    ProtocolMethod(
      name: "command",
      summary: "Run one command line as a script would; the result holds the results, tolerated errors too",
      parameters: [ParameterSpec("line", .text, required: true, "The line")],
      resultSchema: Schema.object(["results": Schema.array(of: Schema.anything)]),
      failures: Failure.Code.allCases.filter { ![.parse, .unknownMethod].contains($0) }, isCall: true),
    ProtocolMethod(
      name: "rpc.discover", summary: "Describe the methods, as an OpenRPC document", resultSchema: Schema.anyObject),
    ProtocolMethod(
      name: "initialize", summary: "Say who is there and what should be told; it is not required",
      parameters: [
        ParameterSpec("capabilities", .json, "Object whose notifications lists node and log, as wanted"),
        ParameterSpec("trace", .choice(traceValues), "The same as $/setTrace"),
      ],
      resultSchema: Schema.object([
        "capabilities": Schema.anyObject, "serverInfo": Schema.object(["name": Schema.text, "version": Schema.text]),
      ]), takesPositions: false),
    ProtocolMethod(name: "shutdown", summary: "Take no more calls; only exit is left"),
    ProtocolMethod(name: "exit", summary: "End, with status 0 after shutdown and with 1 without"),
    ProtocolMethod(
      name: "$/cancelRequest", summary: "Cancel a call that runs or waits; it is answered with -32800",
      parameters: [ParameterSpec("id", .json, required: true, "Id of the call")]),
    ProtocolMethod(
      name: "$/setTrace", summary: "Have each exchange with AM told by $/logTrace: not, in one line, or whole",
      parameters: [
        ParameterSpec("value", .choice(traceValues), required: true, "How much is told")
      ]),
  ]
}
