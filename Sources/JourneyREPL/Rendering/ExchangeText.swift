import JSON

/// An exchange with the server as a person reads it: its body, which comes as one line, is laid out.
enum ExchangeText {
  static func laidOut(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let line = String(Substring(line))
      let prefix = String(line.prefix(2))
      guard ["> ", "< "].contains(prefix), let document = try? JSON(parsing: String(line.dropFirst(2))),
        document.object != nil || document.array != nil
      else { return line }
      return prefix + document.text(.pretty).split(separator: "\n").joined(separator: "\n" + prefix)
    }.joined(separator: "\n")
  }
}
