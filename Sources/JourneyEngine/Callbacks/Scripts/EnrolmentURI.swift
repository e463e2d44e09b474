/// Finds the URI by which an authenticator app is enrolled.
///
/// It stands as it is in a text or a hidden value, or as a string literal in the script that draws a QR code, there
/// often escaped for JavaScript (`otpauth\x3A\x2F\x2F…`).
///
/// - Source: am-protocol 3.8, 8.5.
enum EnrolmentURI {
  private static let starts = ["otpauth://", "pushauth://", "mfauth://"]

  static func find(in text: String, isScript: Bool) -> String? {
    let script = ScriptText(text)
    guard script.contains("auth") else { return nil }
    if isScript, let literal = script.literals().first(where: isEnrolment) { return literal }
    return plain(script)
  }

  private static func isEnrolment(_ text: String) -> Bool {
    starts.contains { text.utf8.starts(with: $0.utf8) }
  }

  /// The first one in a text, up to a blank, a quote, a bracket or a backslash.
  private static func plain(_ text: ScriptText) -> String? {
    let found = starts.compactMap { text.find(Array($0.utf8), from: 0) }
    guard let start = found.min() else { return nil }
    let end = text.bytes[start...].firstIndex { $0 <= UInt8(ascii: " ") || "'\"\\<>".utf8.contains($0) }
    return text.text(start..<(end ?? text.bytes.count))
  }
}
