import JSON

/// A mail template of an export (journey-nodes 2.8).
struct MailTemplate: Sendable {
  var subject: LocalizedText
  var message: LocalizedText
  var from: String?

  /// Templates by name, without the `emailTemplate/` before it.
  static func templates(_ json: JSON.Object?) -> [String: MailTemplate] {
    var templates: [String: MailTemplate] = [:]
    for member in json?.members ?? [] {
      let html = LocalizedText(member.value["html"])
      let name = member.name.hasPrefix("emailTemplate/") ? String(member.name.dropFirst(14)) : member.name
      templates[name] = MailTemplate(
        subject: LocalizedText(member.value["subject"]),
        message: html.entries.isEmpty ? LocalizedText(member.value["message"]) : html,
        from: member.value["from"]?.string)
    }
    return templates
  }

  /// What stands for a template that the export does not have.
  static let plain = MailTemplate(
    subject: LocalizedText(["en": "Message from the sandbox"]), message: LocalizedText(["en": "{{object.resumeURI}}"]))

  /// A text with `{{object.NAME}}` replaced by what the object has of the name; what it lacks becomes empty.
  static func filled(_ text: String, with object: JSON.Object) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      result += rest[..<start.lowerBound]
      let expression = trimmed(rest[start.upperBound..<end.lowerBound])
      let pointer = expression.hasPrefix("object.") ? String(expression.dropFirst(7)) : expression
      let value = object.value(at: String(pointer.map { $0 == "." ? "/" : $0 }))
      result += value.map { $0.string ?? $0.text() } ?? ""
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}
