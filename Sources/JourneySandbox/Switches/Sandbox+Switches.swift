extension Sandbox {
  /// The switches by name, with what each does, its default and what it takes, for help.
  package static var switches: [(name: String, summary: String)] {
    Switch.all.map { (name: $0.name, summary: [$0.summary, $0.values].compactMap(\.self).joined(separator: " ")) }
  }
}

extension Switch {
  /// `(DEFAULT; LEAST to MOST)`, where a default outside stands for none; nil for those that are on or off.
  fileprivate var values: String? {
    let standard = Services.Settings()
    return switch kind {
    case .number(let path, let range):
      "(\(range.contains(standard[keyPath: path]) ? "\(standard[keyPath: path])" : "none"); "
        + "\(range.lowerBound) to \(range.upperBound))"
    case .token(let path): "(\(standard[keyPath: path]))"
    case .flag, .domains, .preset: nil
    }
  }
}
