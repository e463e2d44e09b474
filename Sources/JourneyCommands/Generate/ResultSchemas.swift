package import JSON

/// The shapes of CONTRACT.md 4 as JSON Schema, by the names that `Schema.reference` uses.
package enum ResultSchemas {
  package static let all: JSON.Object = [
    "Node": node, "Callback": callback, "Session": session, "Tokens": tokens, "Settings": settings,
    "Error": error,
  ]

  private static let node: JSON = ["oneOf": [continueNode, successNode, errorNode, failureNode]]

  private static func node(_ kind: String, _ members: JSON.Object) -> JSON {
    var properties: JSON.Object = ["kind": ["const": .string(kind)]]
    for member in members.members { properties[member.name] = member.value }
    properties["transactionId"] = Schema.text
    properties["elapsedMilliseconds"] = Schema.integer
    return Schema.object(properties)
  }

  private static let continueNode = node(
    "continue",
    [
      "journey": Schema.optionalText, "realm": Schema.text, "step": Schema.integer, "stage": Schema.optionalText,
      "header": Schema.optionalText, "description": Schema.optionalText,
      "callbacks": Schema.array(of: Schema.reference("Callback")), "missing": Schema.array(of: Schema.integer),
      "suspended": Schema.boolean, "expiresAt": Schema.optionalText,
    ])

  private static let successNode = node(
    "success",
    [
      "session": Schema.object([
        "realm": Schema.optionalText, "successUrl": Schema.optionalText, "established": Schema.boolean,
      ]),
      "details": Schema.anyObject,
    ])

  private static let errorNode = node(
    "error",
    [
      "status": Schema.integer, "code": Schema.anything, "reason": Schema.anything, "message": Schema.anything,
      "cause": [
        "enum": [
          "timed-out", "suspension-expired", "not-found", "rejected", "forbidden", "rate-limited", "bad-request",
          "other",
        ]
      ],
      "detail": Schema.anything, "failureUrl": Schema.optionalText,
    ])

  private static let failureNode = node(
    "failure",
    [
      "cause": ["enum": ["network", "tls", "timeout", "server", "unexpected-reply", "cancelled"]],
      "status": Schema.optionalInteger, "message": Schema.anything, "host": Schema.optionalText,
      "contentType": Schema.optionalText, "excerpt": Schema.optionalText, "retryable": Schema.boolean,
    ])

  private static let callback: JSON = Schema.object([
    "index": Schema.integer, "type": Schema.optionalText, "prompt": Schema.optionalText, "message": Schema.optionalText,
    "options": [
      "type": ["array", "null"], "items": Schema.object(["value": Schema.anything, "label": Schema.text]),
    ],
    "default": Schema.anything, "info": Schema.optionalText, "secret": Schema.boolean, "needsAnswer": Schema.boolean,
    "answered": Schema.boolean, "inputs": Schema.array(of: input), "failedPolicies": Schema.array(of: failedPolicy),
    "outputs": Schema.anyObject,
  ])

  private static let input: JSON = Schema.object([
    "name": Schema.optionalText, "field": Schema.optionalText, "type": Schema.text, "secret": Schema.boolean,
    "answered": Schema.boolean, "value": Schema.anything,
  ])

  private static let failedPolicy: JSON = Schema.object([
    "policy": Schema.text, "params": Schema.anyObject, "message": Schema.text,
  ])

  private static let session: JSON = Schema.object([
    "established": Schema.boolean, "realm": Schema.optionalText, "successUrl": Schema.optionalText,
    "username": Schema.optionalText, "expiresAt": Schema.optionalText, "idleExpiresAt": Schema.optionalText,
    "valid": ["type": ["boolean", "null"]], "cookieName": Schema.optionalText,
  ])

  private static let tokens: JSON = Schema.object([
    "accessToken": Schema.optionalText, "refreshToken": Schema.optionalText, "idToken": Schema.optionalText,
    "tokenType": Schema.optionalText, "scope": Schema.optionalText, "expiresAt": Schema.optionalText,
    "expiresIn": Schema.optionalInteger, "claims": Schema.optionalObject,
  ])

  /// The error object of JSON-RPC, one alternative for each code.
  private static let error: JSON = [
    "oneOf": .array(
      Failure.Code.allCases.map { code in
        var data: JSON.Object = ["code": ["const": .string(code.rawValue)], "hint": Schema.optionalText]
        for member in code.dataMembers { data[member.name] = member.schema }
        return Schema.object([
          "code": ["const": .number(JSON.Number(code.rpcCode))], "message": Schema.text, "data": Schema.object(data),
        ])
      })
  ]

  private static let settings: JSON = [
    "type": "object",
    "additionalProperties": Schema.object([
      "value": Schema.anything,
      "origin": ["enum": ["option", "environment", "profile", "default", "command"]],
    ]),
  ]
}

extension ResultSchemas {
  private static let home = "#/components/schemas/"

  /// The named schemas that a schema refers to, and those that these refer to.
  package static func needed(by schema: JSON) -> JSON.Object {
    var found = JSON.Object()
    var open = references(in: schema)
    while let name = open.popLast() {
      guard found[name] == nil, let schema = all[name] else { continue }
      found[name] = schema
      open += references(in: schema)
    }
    return found
  }

  /// The same schema with its references pointing to another place, for documents that keep the named schemas elsewhere.
  package static func relocated(_ schema: JSON, to place: String) -> JSON {
    switch schema {
    case .array(let items): return .array(items.map { relocated($0, to: place) })
    case .object(let object):
      return .object(
        JSON.Object(
          object.members.map { member in
            guard member.name == "$ref", let name = reference(member.value) else {
              return .init(name: member.name, value: relocated(member.value, to: place))
            }
            return .init(name: member.name, value: .string(place + name))
          }))
    default: return schema
    }
  }

  /// The schema that a reference names; nil for what is no reference.
  static func named(by schema: JSON) -> JSON? { schema["$ref"].flatMap(reference).flatMap { all[$0] } }

  private static func references(in schema: JSON) -> [String] {
    switch schema {
    case .array(let items): return items.flatMap(references)
    case .object(let object):
      return object.members.flatMap { member in
        member.name == "$ref" ? [reference(member.value)].compactMap { $0 } : references(in: member.value)
      }
    default: return []
    }
  }

  private static func reference(_ value: JSON) -> String? {
    guard let text = value.string, text.utf8.starts(with: home.utf8) else { return nil }
    return String(text.dropFirst(home.count))
  }
}
