extension String {
  /// Fit for one line on a terminal: control characters, which could begin another or move the cursor, are shown as `?`.
  ///
  /// - Parameter limit: the characters that are shown at most.
  func onOneLine(limit: Int = .max) -> String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.prefix(limit).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }
}
