extension CommandSpec {
  /// Every command, in the order of help and manual.
  package static let all: [CommandSpec] = [
    echo, help,
  ]
}
