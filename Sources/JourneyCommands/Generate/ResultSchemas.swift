import JSON

/// The shapes of CONTRACT.md 4 as JSON Schema, by the names that `Schema.reference` uses.
enum ResultSchemas {
  static let all: JSON.Object = [
    "Node": node, "Callback": callback, "Session": session, "Tokens": tokens, "Settings": settings,
  ]

  private static let optionalInteger: JSON = ["type": ["integer", "null"]]
  private static let optionalObject: JSON = ["type": ["object", "null"]]

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
      "status": optionalInteger, "message": Schema.anything, "host": Schema.optionalText,
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
    "expiresIn": optionalInteger, "claims": optionalObject,
  ])

  private static let settings: JSON = [
    "type": "object",
    "additionalProperties": Schema.object([
      "value": Schema.anything,
      "origin": ["enum": ["option", "environment", "profile", "default", "command"]],
    ]),
  ]
}
