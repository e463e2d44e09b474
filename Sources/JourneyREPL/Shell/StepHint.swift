import JSON

/// What can be typed at a step, for somebody who sees one for the first time.
enum StepHint {
  /// Below the first step of a shell; nil where the step says it itself.
  ///
  /// - Parameter asks: Whether a person may be asked.
  static func first(_ step: JSON?, asks: Bool = true) -> String? {
    let callbacks = step?["callbacks"]?.array ?? []
    guard let step, !polls(step), step["suspended"]?.bool != true, ways(callbacks).isEmpty,
      !callbacks.contains(where: { $0["type"] == "RedirectCallback" })
    else { return nil }
    let inputs = callbacks.filter { $0["inputs"]?.array?.isEmpty == false }
    let target = step["missing"]?[0]?.integer ?? inputs.first?["index"]?.integer
    guard let target else { return "'next' goes on, 'help' explains" }
    return (asks ? "'fill' asks for the answers, " : "")
      + "'set \(target) TEXT' gives one, 'next' sends, 'help' explains"
  }

  private static let header = "config header 'Authorization: Negotiate TOKEN', then 'next'"

  /// What a person can do here at callbacks that are for programs; one line each.
  static func ways(_ callbacks: [JSON]) -> [String] {
    // A 401 that is a step has none: its header is not told (am-protocol 3.9).
    guard !callbacks.isEmpty else { return ["it asks for nothing but perhaps a header: \(header), or 'next' alone"] }
    return callbacks.compactMap { callback in
      let target = callback["index"]?.integer ?? 0
      guard callback["answered"]?.bool != true else { return nil }
      switch callback["type"]?.string {
      case "HttpCallback":
        return "it is answered by a header: \(header)"
      case "DeviceBindingCallback", "DeviceSigningVerifierCallback":
        return "a program signs the challenge: 'set \(target).jws --from cmd:PROGRAM'; "
          + "'set \(target).clientError Unsupported' says that there is no key here"
      default: break
      }
      guard callback["derivedType"]?.string?.hasPrefix("webauthn-") == true,
        callback["inputs"]?.array?.isEmpty == false
      else { return nil }
      return "a program plays the authenticator: 'set \(target) --from cmd:PROGRAM'; "
        + "'set \(target) unsupported' says that there is none here"
    }
  }

  /// The step only waits for something.
  static func polls(_ step: JSON) -> Bool {
    step["missing"]?.array?.isEmpty == true
      && (step["callbacks"]?.array ?? []).contains { $0["waitMilliseconds"]?.integer != nil }
  }
}
