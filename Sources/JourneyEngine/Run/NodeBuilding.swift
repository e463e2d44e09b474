import HTTPClient
import JSON

/// Error and failure nodes of what came back.
extension ErrorNode {
  init(
    _ response: AMResponse, _ object: JSON.Object?, cause: ErrorCause, run: JourneyRun, continueNode: ContinueNode?
  ) {
    let detail = object?["detail"]
    self.init(
      status: response.status, code: object?["code"], reason: object?["reason"],
      messageValue: object?["message"] ?? object?["errorMessage"] ?? .string(response.line), detail: detail,
      cause: cause,
      failureURL: (detail?.object == nil ? object?["failureUrl"] : detail?["failureUrl"])?.string,
      retryAfter: response.retryAfter, input: object ?? [:], continueNode: continueNode, journey: run.name,
      realm: run.realm.path, exchange: response.exchange)
  }
}

extension FailureNode {
  init(_ response: AMResponse, _ object: JSON.Object?, cause: FailureCause, continueNode: ContinueNode?) {
    self.init(
      cause: cause, status: response.status,
      messageValue: object?["message"] ?? object?["errorMessage"] ?? .string(response.line), code: object?["code"],
      reason: object?["reason"], detail: object?["detail"], host: response.host, contentType: response.contentType,
      excerpt: object == nil ? ServerText.excerpt(response.body) : response.location.map { "Location: \($0)" },
      location: response.location,
      retryable: cause == .server && ![501, 505].contains(response.status), mayHaveReachedServer: true,
      continueNode: continueNode, exchange: response.exchange)
  }

  init(_ error: ExchangeError, continueNode: ContinueNode?) {
    self.init(
      cause: error.cause, status: nil, messageValue: .string(error.message), code: nil, reason: nil, detail: nil,
      host: error.host.isEmpty ? nil : error.host, contentType: nil, excerpt: nil, location: nil,
      retryable: (error.cause == .network || error.cause == .timeout) && !error.isLasting,
      mayHaveReachedServer: error.mayHaveReachedServer, continueNode: continueNode, exchange: error.exchange)
  }

  init(_ refusal: Refusal, continueNode: ContinueNode?) {
    self.init(
      cause: .refused, status: nil, messageValue: .string(refusal.description), code: nil, reason: nil, detail: nil,
      host: nil, contentType: nil, excerpt: nil, location: nil, retryable: false, mayHaveReachedServer: false,
      continueNode: continueNode, exchange: .none)
  }
}

extension AMResponse {
  /// One line for a person: status, type, host and the beginning of what is no JSON.
  package var line: String {
    let type = contentType.map { " (\(ServerText.line($0, limit: 60)))" } ?? ""
    let start = "\(host) answered HTTP \(status)\(type)"
    if let location { return "\(start), a redirect to \(location), which is not followed" }
    if let excerpt = json()?.object == nil ? ServerText.excerpt(body) : nil {
      let isBroken = json() == nil && contentType?.lowercased().contains("json") == true
      return "\(start)\(isBroken ? ", which is no whole JSON" : ""): \(excerpt)"
    }
    return body.isEmpty ? "\(start) and nothing else" : "\(start), which says nothing about the journey"
  }

  /// Seconds of `Retry-After`; nil for a date, which nobody sends here, and for what is no number.
  var retryAfter: Int? {
    headers["Retry-After"].flatMap { Int($0) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
  }

  /// Where a redirect leads, without its query: that may hold codes and tokens.
  var location: String? {
    guard (300..<400).contains(status), let location = headers["Location"] else { return nil }
    let front = location.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = front.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = parts.count < 2 || !parts[1].contains("=")
    return ServerText.line(String(isPlain ? front : parts[0]), limit: 400)
  }
}
