import Crypto
import JSON

/// Name and password in the headers of the first request answer the callbacks for them (am-protocol 1.6).
enum HeaderLogin {
  /// Goes on as long as every callback of a step can be answered from the headers. A step with others is shown, with the name filled in.
  static func answer(_ result: JourneyRun.Result, of run: JourneyRun) -> JourneyRun.Result {
    guard let name = value("X-OpenAM-Username", run) else { return result }
    return answer(result, of: run, name: name, password: value("X-OpenAM-Password", run))
  }

  /// The same with a name and a password from elsewhere.
  static func answer(_ result: JourneyRun.Result, of run: JourneyRun, name: String, password: String?)
    -> JourneyRun.Result
  {
    var result = result
    // A journey that tries again and again would go round here for ever.
    for _ in 0..<16 {
      guard case .step(let texts, let callbacks) = result else { return result }
      var answers: [AnsweredCallback] = []
      for callback in callbacks {
        switch callback.type {
        case "NameCallback": answers.append(AnsweredCallback(draft: callback, values: [.string(name)]))
        case "PasswordCallback":
          if let password { answers.append(AnsweredCallback(draft: callback, values: [.string(password)])) }
        default: break
        }
      }
      guard answers.count == callbacks.count else {
        return .step(texts, callbacks.map { filled($0, name: name) })
      }
      result = run.run(answers)
    }
    return .failure
  }

  private static func filled(_ callback: CallbackDraft, name: String) -> CallbackDraft {
    guard callback.type == "NameCallback", !callback.inputs.isEmpty else { return callback }
    var filled = callback
    filled.inputs[0].value = .string(name)
    return filled
  }

  private static func value(_ name: String, _ run: JourneyRun) -> String? {
    guard let header = run.facts.header(name), !header.isEmpty else { return nil }
    // Bytes are characters of ISO-8859-1; what is more than that has to be encoded (am-protocol 1.6).
    let text = String(String.UnicodeScalarView(header.utf8.map { Unicode.Scalar($0) }))
    return EncodedWord.decode(text)
  }
}

/// Encoded words of RFC 2047, which header login takes for values that are not ASCII (am-protocol 1.6).
enum EncodedWord {
  /// The text with encoded words decoded; B and Q, UTF-8 and ISO-8859-1.
  static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word(String($0)) ?? String($0) }
      .joined(separator: text.hasPrefix("=?") ? "" : " ")
  }

  private static func word(_ text: String) -> String? {
    guard text.hasPrefix("=?"), text.hasSuffix("?="), text.utf8.count > 4 else { return nil }
    let parts = text.dropFirst(2).dropLast(2).split(separator: "?", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let bytes: [UInt8]?
    switch parts[1].lowercased() {
    case "b": bytes = Base64.decode(String(parts[2]))
    case "q": bytes = quoted(parts[2])
    default: bytes = nil
    }
    guard let bytes else { return nil }
    switch parts[0].lowercased() {
    case "utf-8": return String(decoding: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    default: return nil
    }
  }

  private static func quoted(_ text: Substring) -> [UInt8] {
    let spaced = text.utf8.map {
      $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 == UInt8(ascii: "=") ? UInt8(ascii: "%") : $0
    }
    return Array(PercentText.decodedBytes(spaced[...]))
  }
}
