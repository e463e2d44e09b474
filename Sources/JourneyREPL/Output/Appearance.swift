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
  /// The lines that are seen at once; nil where nobody knows.
  var rows: Int?

  /// The terminal shows UTF-8, by what the environment says of its locale. Elsewhere block characters may not come out.
  var showsUTF8 = true
  /// The ground of the terminal is dark, as far as it says.
  var isDark = true

  /// For a pipe or a file: the same text whatever the surroundings.
  static let plain = Appearance(hasColor: false, columns: nil, isTerminal: false)

  init(hasColor: Bool, columns: Int?, isTerminal: Bool, showsUTF8: Bool = true, isDark: Bool = true) {
    self.showsUTF8 = showsUTF8
    self.isDark = isDark
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
    self.init(
      hasColor: !isColorless, columns: nil, isTerminal: true, showsUTF8: Self.showsUTF8(environment),
      isDark: Self.isDark(environment))
    self = resized(to: descriptor)
  }

  /// As wide and as high as the terminal is now; as it is where it never wraps.
  func resized(to descriptor: Int32) -> Appearance {
    guard isTerminal else { return self }
    var appearance = self
    appearance.columns = max(20, Terminal.columns(of: descriptor) ?? 80)
    appearance.rows = Terminal.rows(of: descriptor)
    return appearance
  }

  /// The first of the variables of the locale that is not empty counts (POSIX).
  private static func showsUTF8(_ environment: [String: String]) -> Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = name.lowercased().split(separator: "@").first?.split(separator: ".").dropFirst().last
    return codeset == "utf-8" || codeset == "utf8"
  }

  /// By COLORFGBG (`15;0`: ink and ground), which some terminals set; most grounds are dark.
  private static func isDark(_ environment: [String: String]) -> Bool {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground.map { $0 != 7 && $0 != 15 } ?? true
  }
}
