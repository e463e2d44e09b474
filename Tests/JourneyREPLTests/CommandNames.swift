import JourneyCommands

/// The pages of help, by the name of their command.
enum CommandNames {
  static let all: [String?] = CommandSpec.all.map(\.name)

  static func page(_ name: String?) throws -> String { try HelpText.page(for: name) }
}
