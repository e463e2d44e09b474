import JSON
import JourneyCommands
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Nodes: a step with its callbacks, a success, an error, a failure (CONTRACT 4).
extension Renderer {
  func node(_ value: JSON) -> [String] {
    if let raw = value["raw"] { return document(raw) }
    let lines =
      switch value["kind"]?.string {
      case "continue": step(value)
      case "success": success(value)
      case "error": error(value)
      case "failure": failure(value)
      default: document(value)
      }
    return lines + exchange(value)
  }

  /// Where the transaction id stands in the logs of the server, under `--debug`.
  private func exchange(_ value: JSON) -> [String] {
    guard showsExchanges else { return [] }
    let time = value["elapsedMilliseconds"]?.double.map { "\(Int($0.rounded())) ms" }
    return fields([("transaction id", oneLine(value["transactionId"])), ("time", time)])
  }

  // MARK: - A step

  private func step(_ value: JSON) -> [String] {
    var title: [StyledText] = [StyledText(oneLine(value["journey"]) ?? "default journey", .heading)]
    title.append(StyledText("step \(value["step"]?.integer ?? 1)"))
    let header = text(value["header"]).map { ServerText.line($0, limit: 400) }
    if let header { title.append(StyledText(header)) }
    if let stage = oneLine(value["stage"]), !stage.isEmpty, stage != header {
      title.append(header == nil ? StyledText(stage) : StyledText("stage \(stage)", .faint))
    }
    if appearance.isTerminal, let end = end(value["expiresAt"]) { title.append(StyledText(end, .faint)) }
    var lines = typesetter.lines(StyledText(joining: title, by: " · "))
    if let description = text(value["description"]) {
      lines += typesetter.lines(StyledText(description), lead: "  ")
    }
    lines += callbacks(value["callbacks"]?.array ?? [], missing: value["missing"]?.array?.compactMap(\.integer) ?? [])
    lines += redirects(value["callbacks"]?.array ?? [])
    if appearance.isTerminal, value["suspended"]?.bool != true {
      let waits = StepHint.polls(value) ? ["'wait' goes on when it is over"] : []
      for hint in StepHint.ways(value["callbacks"]?.array ?? []) + waits {
        lines += typesetter.lines(StyledText(hint, .faint), lead: "  ")
      }
    }
    if value["suspended"]?.bool == true {
      lines += typesetter.lines(
        StyledText("suspended: it goes on with the link that was sent, 'resume LINK'", .warning), lead: "  ")
    }
    return lines + enrolments(value["callbacks"]?.array ?? [])
  }

  /// Where a browser has to go, whole, and how the journey goes on after it.
  private func redirects(_ callbacks: [JSON]) -> [String] {
    let addresses = callbacks.filter { $0["type"]?.string == "RedirectCallback" }
      .compactMap { $0["outputs"]?["redirectUrl"]?.string }
    return addresses.flatMap { address in
      typesetter.lines(
        StyledText("open in a browser, then 'resume' with the address that it leads back to:", .warning), lead: "  ")
        + typesetter.lines(StyledText(ServerText.line(address, limit: 8192)), lead: "  ")
    }
  }

  /// Readable text of the server, which may have several lines; nil where there is none.
  func text(_ value: JSON?) -> String? {
    guard let text = value?.string.map({ ServerText.readable($0) }), !text.isEmpty else { return nil }
    return text
  }

  /// When the step ends, and how long that is from now: by the server's clock, so one that is over may be so only here.
  private func end(_ value: JSON?) -> String? {
    guard let clock = clockTime(value) else { return nil }
    guard let now, let end = value?.string.flatMap(Time.init(parsing:))?.date else { return "until \(clock)" }
    let left = Int(end.timeIntervalSince(now).rounded())
    if left <= 0 { return "ended at \(clock)" }
    return "until \(clock) (\(left < 90 ? "\(left) s" : "\((left + 30) / 60) min"))"
  }

  /// `2026-11-30T12:05:00Z` as `12:05 UTC`.
  private func clockTime(_ value: JSON?) -> String? {
    guard let parts = value?.string?.split(separator: "T"), parts.count == 2, parts[1].count >= 5 else { return nil }
    return "\(parts[1].prefix(5)) UTC"
  }

  // MARK: - Endings

  private func success(_ value: JSON) -> [String] {
    let session = value["session"]
    let realm = oneLine(session?["realm"]).map { " (realm \($0))" } ?? ""
    let isEstablished = session?["established"]?.bool == true
    let title = isEstablished ? StyledText("signed in", .good) : StyledText("finished without a session", .good)
    var lines = typesetter.lines(title + StyledText(realm))
    let details = value["details"]?.object?.members ?? []
    lines += fields(
      [("success URL", oneLine(session?["successUrl"]))] + details.map { (ServerText.line($0.name), oneLine($0.value)) }
    )
    return lines
  }

  private func error(_ value: JSON) -> [String] {
    let status = value["status"]?.integer.map { " (\($0))" } ?? ""
    let message = oneLine(value["message"], limit: 2000).map { ": \(ServerText.message($0))" } ?? ""
    let cause = Self.words(forCause: value["cause"]?.string ?? "other")
    var lines = typesetter.lines(StyledText("\(cause)\(status)", .bad) + StyledText(message))
    lines += fields([("failure URL", oneLine(value["failureUrl"])), ("detail", detail(value))])
    if value["stepOpen"]?.bool == true, value["cause"]?.string == "bad-request" {
      lines += typesetter.lines(
        StyledText("the step is still open: correct it with 'set', send it with 'next'", .faint), lead: "  ")
    }
    return lines + hint(value)
  }

  static func words(forCause cause: String) -> String {
    switch cause {
    case "rejected": "refused"
    case "timed-out": "timed out"
    case "suspension-expired": "the link has expired"
    case "not-found": "not found"
    case "rate-limited": "too many requests"
    case "bad-request": "bad request"
    case "other": "error"
    default: cause
    }
  }

  /// The detail that the server sent, without the failure URL, which has a line of its own.
  private func detail(_ value: JSON) -> String? {
    guard case .object(var detail)? = value["detail"] else { return oneLine(value["detail"]) }
    detail["failureUrl"] = nil
    return detail.isEmpty ? nil : oneLine(.object(detail))
  }

  private func failure(_ value: JSON) -> [String] {
    let cause = value["cause"]?.string ?? "failure"
    let title =
      cause == "cancelled"
      ? StyledText("cancelled", .warning)
      : StyledText("failed (\(cause)\(value["status"]?.integer.map { " \($0)" } ?? ""))", .bad)
    let message = text(value["message"]).map { ": \($0)" } ?? ""
    var lines = typesetter.lines(title + StyledText(message))
    if value["stepOpen"]?.bool == true, value["hint"] == nil {
      lines += typesetter.lines(StyledText("the step is kept: 'next' sends it again", .faint), lead: "  ")
    }
    return lines + hint(value)
  }

  /// What the program itself has to say about an ending; a person is told what can be done now, and where to look.
  private func hint(_ value: JSON) -> [String] {
    var hints = [oneLine(value["hint"], limit: 400)].compactMap { $0 }
    if appearance.isTerminal {
      if hints.isEmpty, let next = EndingHint.next(value) { hints.append(next) }
      if let id = oneLine(value["transactionId"]), !id.isEmpty, value["status"]?.integer != nil {
        hints.append("transaction id \(id)")
      }
    }
    return hints.flatMap { typesetter.lines(StyledText($0, .faint), lead: "  ") }
  }
}
