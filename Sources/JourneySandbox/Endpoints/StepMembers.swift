import JSON

/// What a step has beside its `authId`.
enum StepMembers {
  /// The callbacks, and the texts of a page that has some (am-protocol 2.1).
  static func ofTree(_ texts: PageTexts, _ callbacks: [CallbackDraft]) -> [JSON.Object.Member] {
    var members = [self.callbacks(callbacks)]
    if let stage = texts.stage { members.append(.init(name: "stage", value: .string(stage))) }
    if let header = texts.header { members.append(.init(name: "header", value: .string(header))) }
    if let description = texts.description { members.append(.init(name: "description", value: .string(description))) }
    return members
  }

  /// What chains send: the stage is the name of a module and a number, here of the node, and callbacks have no ids. A menu has the callbacks alone
  /// (am-protocol 2.12).
  static func ofChain(_ texts: PageTexts, _ callbacks: [CallbackDraft], _ state: JourneyState) -> [JSON.Object.Member] {
    var plain = callbacks
    for index in plain.indices { plain[index].id = nil }
    guard let frame = state.frames.last, let node = frame.journey.nodes[frame.nodeID],
      state.frames.count > 1 || !frame.journey.name.isEmpty
    else { return [self.callbacks(plain)] }
    let module = node.type.hasSuffix("Node") ? String(node.type.dropLast(4)) : node.type
    return [
      .init(name: "template", value: ""), .init(name: "stage", value: .string(texts.stage ?? module + "1")),
      .init(name: "header", value: .string(texts.header ?? "Sign in to OpenAM")),
      .init(name: "infoText", value: .array(callbacks.map { _ in "" })), self.callbacks(plain),
    ]
  }

  private static func callbacks(_ callbacks: [CallbackDraft]) -> JSON.Object.Member {
    .init(name: "callbacks", value: .array(callbacks.enumerated().map { $0.element.json(position: $0.offset + 1) }))
  }
}
