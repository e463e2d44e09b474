import JSON

/// Members that no client knows, for the switch `extraMembers`: they are to be let through.
enum ExtraMembers {
  static let all: [JSON.Object.Member] = [
    .init(name: "sandboxText", value: "extra"), .init(name: "sandboxNothing", value: .null),
    .init(name: "sandboxObject", value: ["list": [1, [:], []]]),
  ]
}
