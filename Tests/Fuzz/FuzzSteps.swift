import JSON
import JourneyEngine

/// Any document can be taken for a step: it is shown, answered, and goes back as it came but for what was answered.
enum FuzzSteps {
  static func run(_ bytes: [UInt8]) {
    guard let document = try? JSON(parsing: bytes) else { return }
    let step = Step(document)
    require(step.reply() == document || !step.callbacks.isEmpty, "an echo that is another document")
    _ = step.expiresAt
    for callback in step.callbacks {
      look(at: callback)
      for input in callback.wire.inputs.indices {
        for answer in answers {
          try? callback.set(answer, input: input)
          _ = callback.reply(defaults: false)
        }
      }
      look(at: callback)
    }
    for defaults in [true, false] {
      let reply = step.reply(defaults: defaults)
      require((try? JSON(parsing: reply.bytes())) != nil, "a reply that is no JSON")
      require(reply["authId"] == document["authId"], "another authId")
    }
    for verdict in [200, 401, 400, 503] {
      _ = Verdict(status: verdict, document: document, setsSession: false)
    }
  }

  private static let answers: [Answer] = [
    .text("demo"), .text("1"), .text("=0"), .text(""), .text("true"), .text("{\"a\":1}"), .json(true), .json(1),
    .json(-7), .json("x"), .json([:]), .json(.null), .json(["q"]),
  ]

  private static func look(at callback: any Callback) {
    let texts = [callback.type, callback.prompt, callback.message, callback.info, callback.messageType]
    _ = (texts + [callback.derivedType]).compactMap(\.self).joined()
    _ = callback.options?.map(\.label)
    _ = callback.uri
    _ = callback.failedPolicies.map(\.message)
    _ = [callback.needsAnswer, callback.isSecret, callback.isAnswered]
    _ = callback.defaultAnswer
    _ = callback.waitMilliseconds
  }
}
