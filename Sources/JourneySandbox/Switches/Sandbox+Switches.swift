extension Sandbox {
  /// The switches by name, with what each does, its default and what it takes, for help, and whether a value has to stand behind
  /// it.
  package static var switches: [(name: String, summary: String, needsValue: Bool)] {
    Switch.all.map {
      ($0.name, [$0.summary, $0.values].compactMap(\.self).joined(separator: " "), $0.needsValue)
    }
  }
}

extension Switch {
  fileprivate var needsValue: Bool {
    switch kind {
    case .flag, .preset: false
    case .number, .token, .domains: true
    }
  }

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
