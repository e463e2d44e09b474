import JSON
import JourneyEngine

/// A node as CONTRACT.md 4 has it.
enum NodeJSON {
  static func value(_ node: any Node, secrets: Set<InputPlace>, stepOpen: Bool) -> JSON {
    var object: JSON.Object
    switch node {
    case let node as ContinueNode: object = step(node, secrets)
    case let node as SuccessNode: object = success(node)
    case let node as ErrorNode: object = error(node)
    case let node as FailureNode: object = failure(node)
    default: object = ["kind": "unknown"]
    }
    // Whether `next` has a step to send after an ending that was none.
    if node is ErrorNode || node is FailureNode { object["stepOpen"] = .bool(stepOpen) }
    if stepOpen, let failure = node as? FailureNode, failure.continueNode == nil, object["hint"] == nil {
      object["hint"] = "the step of the journey before is still open: 'next' sends that one"
    }
    object["transactionId"] = .string(node.exchange.transactionID)
    object["elapsedMilliseconds"] = .number(JSON.Number(node.exchange.elapsed.wholeMilliseconds))
    return .object(object)
  }

  private static func step(_ node: ContinueNode, _ secrets: Set<InputPlace>) -> JSON.Object {
    [
      "kind": "continue", "journey": optional(node.journey), "realm": .string(node.realm),
      "step": .number(JSON.Number(node.number)), "stage": optional(node.stage), "header": optional(node.header),
      "description": optional(node.description),
      "callbacks": .array(node.callbacks.map { CallbackJSON.value($0, secrets: secrets) }),
      "missing": .array(node.missing.map { .number(JSON.Number($0)) }), "suspended": .bool(node.step.isSuspended),
      "expiresAt": optional(node.step.expiresAt.map { Time($0).text }),
    ]
  }

  private static func success(_ node: SuccessNode) -> JSON.Object {
    [
      "kind": "success",
      "session": [
        "realm": optional(node.realm), "successUrl": optional(node.successURL), "established": .bool(node.established),
      ],
      "details": .object(node.details),
    ]
  }

  private static func error(_ node: ErrorNode) -> JSON.Object {
    var object: JSON.Object = [
      "kind": "error", "status": .number(JSON.Number(node.status)), "code": node.code ?? .null,
      "reason": node.reason ?? .null, "message": node.messageValue, "cause": .string(node.cause.rawValue),
      "detail": node.detail ?? .null, "failureUrl": optional(node.failureURL),
    ]
    object["hint"] = node.hint.map(JSON.string)
    object["retryAfterSeconds"] = node.retryAfter.map { .number(JSON.Number($0)) }
    return object
  }

  private static func failure(_ node: FailureNode) -> JSON.Object {
    var object: JSON.Object = [
      "kind": "failure", "cause": .string(node.cause.rawValue),
      "status": node.status.map { .number(JSON.Number($0)) } ?? .null, "message": node.messageValue,
      "host": optional(node.host), "contentType": optional(node.contentType), "excerpt": optional(node.excerpt),
      "retryable": .bool(node.retryable),
    ]
    object["location"] = node.location.map(JSON.string)
    object["code"] = node.code
    object["reason"] = node.reason
    object["detail"] = node.detail
    object["hint"] = node.hint.map(JSON.string)
    return object
  }

  private static func optional(_ text: String?) -> JSON { CallbackJSON.optional(text) }

  /// The exit status with which a node ends a script (CONTRACT.md 6).
  static func stops(_ node: any Node) -> Int32? {
    switch node {
    case is ErrorNode: 1
    case let node as FailureNode: node.cause == .cancelled ? Failure.Code.cancelled.exitStatus : 3
    default: nil
    }
  }
}

extension Duration {
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
