import JSON

/// What can be typed at a step, for somebody who sees one for the first time.
enum StepHint {
  /// Below the first step of a shell; nil where the step says it itself.
  static func first(_ step: JSON?) -> String? {
    guard let step, !polls(step), step["suspended"]?.bool != true else { return nil }
    let inputs = (step["callbacks"]?.array ?? []).filter { $0["inputs"]?.array?.isEmpty == false }
    let target = step["missing"]?[0]?.integer ?? inputs.first?["index"]?.integer
    guard let target else { return "'next' goes on, 'help' explains" }
    return "'fill' asks for the answers, 'set \(target) TEXT' gives one, 'next' sends, 'help' explains"
  }

  /// The step only waits for something.
  static func polls(_ step: JSON) -> Bool {
    step["missing"]?.array?.isEmpty == true
      && (step["callbacks"]?.array ?? []).contains { $0["waitMilliseconds"]?.integer != nil }
  }
}
