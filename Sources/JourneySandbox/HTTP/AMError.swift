import JSON

/// An error as AM's JSON endpoints answer it: `code`, `reason`, `message`, and `detail` where there is one (am-protocol 5.3).
struct AMError: Error, Sendable {
  var status: Int
  var message: String
  var detail: JSON.Object?
  /// The `code` of the document where it is not the status (am-protocol 5.3).
  var code: Int?

  init(_ status: Int, _ message: String, detail: JSON.Object? = nil) {
    self.status = status
    self.message = message
    self.detail = detail
  }

  static let accessDenied = AMError(401, "Access Denied")
  static let realmNotFound = AMError(404, "Realm not found")
  static let noConfiguration = AMError(400, "No Configuration found")
  static let loginFailure = AMError(401, "Login failure")
  static let timedOut = AMError(401, "Session has timed out", detail: ["errorCode": "110"])
  static let tooManyAttempts = AMError(401, "Too Many Authentication Attempts!!")
  static let methodNotAllowed = AMError(405, "Method Not Allowed")
  static let noAction = AMError(400, "No values provided for the request parameter '_action'")

  static func resourceNotFound(_ path: String) -> AMError {
    AMError(404, "Resource '\(path)' not found")
  }

  var document: JSON {
    var members: JSON.Object = [
      "code": .number(JSON.Number(code ?? status)), "reason": .string(AMError.reason(code ?? status)),
      "message": .string(message.escapedForHTML),
    ]
    if let detail { members["detail"] = .object(detail) }
    return .object(members)
  }

  /// The form of `resource=1.x` of authenticate (am-protocol 1.7).
  var oldDocument: JSON {
    var members: JSON.Object = ["errorMessage": .string(message.escapedForHTML)]
    if let url = detail?["failureUrl"] { members["failureUrl"] = url }
    return .object(members)
  }

  static func reason(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Time-out"
    case 409: "Conflict"
    case 413: "Request Entity Too Large"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}

extension String {
  /// Fit for HTML text and attribute values; AM escapes the texts of its errors so (am-protocol 11.1).
  var escapedForHTML: String {
    guard utf8.contains(where: { [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) }) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
