package import JSON
import JourneyEngine

/// The callbacks of an open step, and what a person may call them (CONTRACT 3, targets).
package struct StepTargets {
  package let callbacks: [JSON]

  package init(_ node: JSON?) {
    callbacks = node?["callbacks"]?.array ?? []
  }

  /// The callbacks that a target may mean: by index, index and input, input name, type, or prompt.
  package func callbacks(for target: String) -> [JSON] {
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

  /// Whether what the target means in that callback may be seen: each input that it may mean is known to be no secret.
  package static func isOpen(_ callback: JSON, target: String?) -> Bool {
    let inputs = callback["inputs"]?.array ?? []
    let named =
      target.map { target in inputs.enumerated().filter { names($1, number: $0, target) }.map(\.element) } ?? []
    return !inputs.isEmpty && (named.isEmpty ? inputs : named).allSatisfy { $0["secret"]?.bool == false }
  }

  /// `0.1`, `0.question` or `IDToken2question`.
  private static func names(_ input: JSON, number: Int, _ target: String) -> Bool {
    if input["name"]?.string == target { return true }
    let field = target.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(target[target.utf8.index(after: $0)...]) }
    return field.map { Int($0) == number || $0 == input["field"]?.string } ?? false
  }

  /// `PasswordCallback` as `Password`.
  package static func shortType(_ callback: JSON) -> String {
    let type = callback["type"]?.string ?? ""
    let suffix = "Callback"
    return type.hasSuffix(suffix) ? String(type.dropLast(suffix.count)) : type
  }

  /// How `set` names a callback: by its index, or its inputs where several belong together (`2.question`).
  static func names(_ index: Int, _ callback: JSON) -> [String] {
    let fields = (callback["inputs"]?.array ?? []).map { $0["field"]?.string ?? "" }
    guard fields.count > 1, !fields.contains("") else { return ["\(index)"] }
    return fields.map { "\(index).\($0)" }
  }

  /// Type and prompt, beside an index.
  static func note(_ callback: JSON) -> String {
    let prompt = callback["prompt"]?.string ?? callback["message"]?.string ?? ""
    return ServerText.line("\(shortType(callback)) \(ServerText.readable(prompt))", limit: 100)
  }
}
