package import JSON

/// The id of a request, with the JSON type and the digits that the client wrote.
package typealias RequestID = JSON

/// A call that a client asks for: a request when it has an id, else a notification, which is never answered.
package struct Call: Sendable {
  package var id: RequestID?
  package var method: String
  package var params: JSON?

  package init(id: RequestID?, method: String, params: JSON?) {
    self.id = id
    self.method = method
    self.params = params
  }
}

/// An error object of JSON-RPC 2.0.
package struct RPCError: Error, Sendable, Equatable {
  package var code: Int
  package var message: String
  package var data: JSON

  package init(code: Int, message: String, data: JSON) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// An error of the envelope itself; `name` is the `data.code` of CONTRACT 5.
  init(_ code: Int, _ name: String, _ message: String, hint: String? = nil) {
    let hint: JSON = hint.map(JSON.string) ?? .null
    self.init(code: code, message: message, data: ["code": .string(name), "hint": hint])
  }

  static func parse(_ message: String) -> RPCError { RPCError(-32700, "parse", message) }
  static func invalidRequest(_ message: String) -> RPCError { RPCError(-32600, "invalid-request", message) }
  static func unknownMethod(_ method: String, hint: String = "'rpc.discover' lists the methods.") -> RPCError {
    RPCError(-32601, "unknown-method", "There is no method '\(method)'.", hint: hint)
  }
  static let cancelled = RPCError(-32800, "cancelled", "The call was cancelled.")

  var json: JSON {
    ["code": .number(JSON.Number(code)), "message": .string(message), "data": data]
  }
}

/// What one frame says.
enum Envelope {
  case call(Call)
  case batch([Entry])
  case invalid(id: RequestID, RPCError)

  /// A member of a batch.
  enum Entry {
    case call(Call)
    case invalid(id: RequestID, RPCError)
  }

  /// Reads a message. Bytes that are no JSON are -32700, JSON that is no request -32600 (JSON-RPC 2.0, 4 to 6).
  init(message: [UInt8], limits: JSON.Limits) {
    let value: JSON
    do {
      value = try JSON(parsing: message, limits: limits)
    } catch {
      self = .invalid(id: .null, .parse("The message is not JSON: \(error)"))
      return
    }
    guard case .array(let entries) = value else {
      switch Entry(value) {
      case .call(let call): self = .call(call)
      case .invalid(let id, let error): self = .invalid(id: id, error)
      }
      return
    }
    self =
      entries.isEmpty ? .invalid(id: .null, .invalidRequest("The batch is empty.")) : .batch(entries.map(Entry.init))
  }
}

extension Envelope.Entry {
  init(_ value: JSON) {
    guard let object = value.object else {
      self = .invalid(id: .null, .invalidRequest("A request is an object."))
      return
    }
    let id = object["id"]
    switch id {
    case nil, .null, .string, .number: break
    default:
      self = .invalid(id: .null, .invalidRequest("The id of a request is a text, a number or null."))
      return
    }
    guard object["jsonrpc"]?.string == "2.0" else {
      self = .invalid(id: id ?? .null, .invalidRequest("A request has \"jsonrpc\":\"2.0\"."))
      return
    }
    guard let method = object["method"]?.string else {
      self = .invalid(id: id ?? .null, .invalidRequest("The method of a request is a text."))
      return
    }
    var params = object["params"]
    // Some clients write null where there are none (jsonrpc.el).
    if case .null? = params { params = .none }
    switch params {
    case nil, .array, .object: self = .call(Call(id: id, method: method, params: params))
    default: self = .invalid(id: id ?? .null, .invalidRequest("The params of a request are an object or an array."))
    }
  }
}

/// The bytes of answers and notifications, one JSON document each.
enum Reply {
  static func result(_ value: JSON, id: RequestID) -> [UInt8] {
    opening(id) + Array(",\"result\":".utf8) + value.bytes() + [UInt8(ascii: "}")]
  }

  static func error(_ error: RPCError, id: RequestID) -> [UInt8] {
    opening(id) + Array(",\"error\":".utf8) + error.json.bytes() + [UInt8(ascii: "}")]
  }

  static func notification(_ method: String, _ params: JSON) -> [UInt8] {
    JSON.object(["jsonrpc": "2.0", "method": .string(method), "params": params]).bytes()
  }

  static func batch(_ answers: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + Array(answers.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
  }

  private static func opening(_ id: RequestID) -> [UInt8] {
    Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8) + id.bytes()
  }
}
