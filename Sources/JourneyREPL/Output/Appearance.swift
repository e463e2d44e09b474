import LineEditor

/// How text looks on one stream. Standard output and standard error are judged apart.
///
/// - Source: terminal-and-rpc 2 (clig.dev, no-color.org).
struct Appearance: Sendable, Equatable {
  /// Attributes and colours are used. What they say is in the words too.
  var hasColor: Bool
  /// The cells of a line; nil where text is not for a terminal and is never wrapped.
  var columns: Int?
  /// A person looks at it as it comes: things that change by the minute may be shown.
  var isTerminal: Bool

  /// For a pipe or a file: the same text whatever the surroundings.
  static let plain = Appearance(hasColor: false, columns: nil, isTerminal: false)

  init(hasColor: Bool, columns: Int?, isTerminal: Bool) {
    self.hasColor = hasColor
    self.columns = columns
    self.isTerminal = isTerminal
  }

  /// Judges a stream: colour on a terminal alone, and not with NO_COLOR, TERM=dumb (or none) or `--no-color`.
  init(descriptor: Int32, environment: [String: String], refusesColor: Bool) {
    guard Terminal.isTerminal(descriptor) else {
      self = .plain
      return
    }
    let kind = environment["TERM"] ?? ""
    let isColorless = refusesColor || !(environment["NO_COLOR"] ?? "").isEmpty || kind.isEmpty || kind == "dumb"
    self.init(hasColor: !isColorless, columns: max(20, Terminal.columns(of: descriptor) ?? 80), isTerminal: true)
  }
}
