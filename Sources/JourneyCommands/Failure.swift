package import JSON

/// Why a command did not do what was asked. The one error type that crosses the command layer.
///
/// - Source: CONTRACT.md 5 (codes and their data) and 6 (exit status).
package struct Failure: Error, Equatable, Sendable {
  /// Stable across releases: scripts and JSON-RPC clients match on the raw value.
  package enum Code: String, CaseIterable, Sendable {
    case parse
    case invalidRequest = "invalid-request"
    case unknownMethod = "unknown-method"
    case usage
    case notStarted = "not-started"
    case unknownTarget = "unknown-target"
    case badValue = "bad-value"
    case needsInput = "needs-input"
    case suspended
    case noSession = "no-session"
    case network
    case tls
    case timeout
    case server
    case unexpectedReply = "unexpected-reply"
    case oauth
    case storage
    case config
    case expectation
    case cancelled
    case bug
  }

  package var code: Code
  /// One sentence for a person: what happened, and to what. No type names, no secrets.
  package var message: String
  /// What to type next, if there is something.
  package var hint: String?
  /// What else a program wants to know: the members that CONTRACT.md 5 names for the code (`candidates`, `missing`, `host`, …).
  package var data: JSON.Object
  /// Where in a script the command stands.
  package var place: ScriptPlace?

  package init(
    _ code: Code, _ message: String, hint: String? = nil, data: JSON.Object = JSON.Object(), place: ScriptPlace? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.data = data
    self.place = place
  }

  /// The `error.code` of JSON-RPC.
  package var rpcCode: Int { code.rpcCode }
  /// The exit status of a script or a single command that this failure stopped.
  package var exitStatus: Int32 { code.exitStatus }

  /// `error.data` of JSON-RPC: code, hint and the members of `data`.
  package var errorData: JSON.Object {
    var object = JSON.Object()
    object["code"] = .string(code.rawValue)
    object["hint"] = hint.map(JSON.string) ?? .null
    for member in allData.members { object[member.name] = member.value }
    return object
  }

  /// What `--json` prints and what the last result of a failed command is: `{"error":{"code","message","hint",…}}`.
  package var json: JSON {
    var object = JSON.Object()
    object["code"] = .string(code.rawValue)
    object["message"] = .string(message)
    object["hint"] = hint.map(JSON.string) ?? .null
    for member in allData.members { object[member.name] = member.value }
    return .object(JSON.Object([.init(name: "error", value: .object(object))]))
  }
}

extension Failure.Code {
  package var rpcCode: Int {
    switch self {
    case .parse: -32700
    case .invalidRequest: -32600
    case .unknownMethod: -32601
    case .usage: -32602
    case .notStarted: 1001
    case .unknownTarget: 1002
    case .badValue: 1003
    case .needsInput, .suspended: 1004
    case .noSession: 1005
    case .network, .tls, .timeout, .server: 1006
    case .unexpectedReply: 1007
    case .oauth: 1008
    case .storage: 1009
    case .config: 1010
    case .expectation: 1011
    case .cancelled: -32800
    case .bug: -32603
    }
  }

  package var exitStatus: Int32 {
    switch self {
    case .parse, .invalidRequest, .unknownMethod, .usage, .notStarted, .unknownTarget, .badValue: 2
    case .noSession: 1
    case .network, .tls, .timeout, .server, .unexpectedReply: 3
    case .expectation: 4
    case .needsInput, .suspended: 5
    case .oauth: 6
    case .storage, .config: 7
    case .bug: 70
    case .cancelled: 130
    }
  }

  /// What the code means, for the manual and for OpenRPC: one clause without a full stop.
  package var meaning: String {
    switch self {
    case .parse: "the message is not JSON"
    case .invalidRequest: "the message is no JSON-RPC 2.0 request"
    case .unknownMethod: "there is no such method"
    case .usage: "the command or its parameters are wrong"
    case .notStarted: "there is no step to answer"
    case .unknownTarget: "the target fits no input of the step, or more than one"
    case .badValue: "the value does not fit the input, and nothing was sent"
    case .needsInput: "the step has inputs that need an answer first"
    case .suspended: "the journey waits for something outside, such as a link in a mail"
    case .noSession: "there is no session"
    case .network: "the server cannot be reached"
    case .tls: "there is no trusted connection to the server"
    case .timeout: "the server did not answer in time"
    case .server: "the server answered with an error of its own (5xx)"
    case .unexpectedReply: "the answer is not one that AM gives"
    case .oauth: "the OAuth 2.0 provider refused the request"
    case .storage: "what is kept cannot be read or written"
    case .config: "a setting is missing or wrong"
    case .expectation: "a value is not as expected"
    case .cancelled: "the call was cancelled"
    case .bug: "a fault of this program"
    }
  }
}
