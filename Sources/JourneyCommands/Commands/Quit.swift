extension CommandSpec {
  static let quit: CommandSpec = CommandSpec(
    name: "quit",
    summary: "Leave",
    examples: ["quit"],
    resultSchema: Schema.nothing,
    isRPC: false,
    isMCP: false,
    leavesLastResult: true,
    body: .inTurn { _, _ async throws(Failure) in Output(nil, .quit) })
}
