extension Sandbox {
  /// The switches by name, with what each does, for help.
  package static var switches: [(name: String, summary: String)] {
    Switch.all.map { (name: $0.name, summary: $0.summary) }
  }
}
