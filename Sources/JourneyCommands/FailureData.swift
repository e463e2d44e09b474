import JSON

extension Failure {
  /// What `error.data` holds besides code and hint.
  struct DataMember: Sendable {
    enum Kind: Sendable { case text, integer, texts, integers, anything }

    var name: String
    var kind: Kind

    init(_ name: String, _ kind: Kind = .text) {
      self.name = name
      self.kind = kind
    }

    /// The value where nothing is known of it.
    var unknown: JSON {
      switch kind {
      case .text, .integer, .anything: .null
      case .texts, .integers: []
      }
    }

    /// JSON Schema of the value.
    var schema: JSON {
      switch kind {
      case .text: Schema.optionalText
      case .integer: Schema.optionalInteger
      case .texts: Schema.array(of: Schema.text)
      case .integers: Schema.array(of: Schema.integer)
      case .anything: Schema.anything
      }
    }
  }

  /// `data`, with every member that belongs to the code: a program finds them all, whatever was known.
  var allData: JSON.Object {
    var all = data
    for member in code.dataMembers where all[member.name] == nil { all[member.name] = member.unknown }
    return all
  }
}

extension Failure.Code {
  /// What any call may fail with.
  static let ofAnyCall: [Failure.Code] = [.invalidRequest, .usage, .config, .storage, .cancelled, .bug]

  /// The members that belong to the code.
  ///
  /// - Source: CONTRACT.md 5.
  var dataMembers: [Failure.DataMember] {
    switch self {
    case .parse, .invalidRequest, .unknownMethod, .usage, .notStarted, .badValue, .noSession, .cancelled, .bug: []
    case .unknownTarget: [Failure.DataMember("candidates", .texts)]
    case .needsInput, .suspended: [Failure.DataMember("missing", .integers)]
    case .network, .tls, .timeout, .server: [Failure.DataMember("host"), Failure.DataMember("status", .integer)]
    case .unexpectedReply:
      [Failure.DataMember("host"), Failure.DataMember("status", .integer), Failure.DataMember("contentType")]
    case .oauth: [Failure.DataMember("error"), Failure.DataMember("errorDescription")]
    case .storage: [Failure.DataMember("path")]
    case .config: [Failure.DataMember("key"), Failure.DataMember("candidates", .texts)]
    case .expectation: [Failure.DataMember("path"), Failure.DataMember("actual", .anything)]
    }
  }
}
