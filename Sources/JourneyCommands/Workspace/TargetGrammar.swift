import JSON

/// What a target means among callbacks, of a step at hand and of the JSON of one alike (CONTRACT.md 3).
package enum TargetGrammar {
  /// A callback, and the input of it where the target names one.
  struct Place: Hashable {
    var callback: Int
    var input: Int?
  }

  /// What targets see of a callback.
  struct View {
    var index: Int
    var type: String?
    var prompt: String?
    /// `field` is what the name has behind that of the callback.
    var inputs: [(name: String?, field: String?)]
  }

  /// By index, index and input, input name, type, or prompt; an index wins.
  static func places(of target: JSON, in views: [View]) -> [Place] {
    if let number = target.integer {
      return views.contains { $0.index == number } ? [Place(callback: number)] : []
    }
    guard let text = target.string else { return [] }
    if let place = indexed(text, in: views) { return [place] }
    return views.compactMap { view in
      if let input = view.inputs.firstIndex(where: { $0.name == text }) {
        return Place(callback: view.index, input: input)
      }
      guard !view.inputs.isEmpty, isType(text, of: view) || isPrompt(text, of: view) else { return nil }
      return Place(callback: view.index)
    }
  }

  /// `PasswordCallback` as `Password`.
  package static func shortType(_ type: String) -> String {
    let suffix = "Callback"
    return type.hasSuffix(suffix) && type.utf8.count > suffix.utf8.count ? String(type.dropLast(suffix.count)) : type
  }

  /// `0`, `0.1`, `0.question`
  private static func indexed(_ text: String, in views: [View]) -> Place? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = number(String(Substring(parts[0]))), let view = views.first(where: { $0.index == number }) else {
      return nil
    }
    guard parts.count == 2 else { return Place(callback: number) }
    let field = String(Substring(parts[1]))
    if let input = Self.number(field), view.inputs.indices.contains(input) {
      return Place(callback: number, input: input)
    }
    return view.inputs.firstIndex { $0.field == field && !field.isEmpty }.map { Place(callback: number, input: $0) }
  }

  private static func number(_ text: String) -> Int? {
    guard (1...6).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      return nil
    }
    return Int(text)
  }

  private static func isType(_ text: String, of view: View) -> Bool {
    view.type == text || view.type == text + "Callback"
  }

  /// The prompt as it is, or without the colon and the blanks at its end.
  private static func isPrompt(_ text: String, of view: View) -> Bool {
    guard let prompt = view.prompt, !text.isEmpty else { return false }
    if prompt == text { return true }
    var bare = Text.trimmed(prompt)
    if bare.utf8.last == UInt8(ascii: ":") { bare = Text.trimmed(String(bare.dropLast())) }
    return bare == text
  }
}
