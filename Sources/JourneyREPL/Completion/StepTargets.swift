import JSON

/// The callbacks of an open step, and what a person may call them (CONTRACT 3, targets).
struct StepTargets {
  let callbacks: [JSON]

  init(_ node: JSON?) {
    callbacks = node?["callbacks"]?.array ?? []
  }

  /// The callbacks that a target may mean: by index, index and input, input name, type, or prompt.
  func callbacks(for target: String) -> [JSON] {
    let number = target.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1).first.flatMap {
      Int(String(Substring($0)))
    }
    return callbacks.filter { callback in
      if let number, callback["index"]?.integer == number { return true }
      if Self.shortType(callback) == target || callback["type"]?.string == target { return true }
      if callback["prompt"]?.string == target { return true }
      return (callback["inputs"]?.array ?? []).contains { $0["name"]?.string == target }
    }
  }

  /// `PasswordCallback` as `Password`.
  static func shortType(_ callback: JSON) -> String {
    let type = callback["type"]?.string ?? ""
    let suffix = "Callback"
    return type.hasSuffix(suffix) ? String(type.dropLast(suffix.count)) : type
  }
}
