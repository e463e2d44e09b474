import HTTPServer
import JSON
import Synchronization

/// Something that goes wrong on purpose.
struct Fault: Sendable {
  enum Kind: Sendable {
    case latency(milliseconds: Int)
    case drop
    case truncate(bytes: Int)
    case status(Int, body: String, type: String)
    /// The step that is answered has expired.
    case expired
  }

  var method: String?
  /// A part of the path; empty for every path.
  var path: String
  var kind: Kind
  /// How many requests it still strikes; nil for all.
  var remaining: Int?
  /// How many requests that fit pass before it strikes.
  var skip: Int
  /// The rule as it was posted.
  var json: JSON.Object

  private static let names = "latency, drop, truncate, status, html, text or expired"

  /// Reads `{"fault":…,"path":…,"method":…,"count":…,"skip":…}` with what the fault needs: `milliseconds`, `bytes`, `status`, `body`,
  /// `contentType`.
  init(_ json: JSON) throws(AMError) {
    guard let members = json.object, let name = members["fault"]?.string else {
      throw AMError(400, "A rule is an object with a \"fault\": \(Fault.names)")
    }
    for member in members.members {
      switch member.name {
      case "fault", "method", "path", "body", "contentType":
        guard member.value.string != nil else { throw AMError(400, "\"\(member.name)\" of a rule is a text") }
      case "count", "skip", "milliseconds", "bytes", "status":
        let least = member.name == "count" ? 1 : 0
        guard let number = member.value.integer, number >= least else {
          throw AMError(400, "\"\(member.name)\" of a rule is a whole number from \(least) on")
        }
      default: throw AMError(400, "A rule has no member \"\(member.name.onOneLine(limit: 60))\"")
      }
    }
    method = members["method"]?.string
    path = members["path"]?.string ?? ""
    remaining = members["count"]?.integer
    skip = members["skip"]?.integer ?? 0
    self.json = members
    switch name {
    case "latency": kind = .latency(milliseconds: min(members["milliseconds"]?.integer ?? 1000, 600_000))
    case "drop": kind = .drop
    case "truncate": kind = .truncate(bytes: members["bytes"]?.integer ?? 20)
    case "status":
      guard let status = members["status"]?.integer else {
        throw AMError(400, "The fault \"status\" needs a \"status\"")
      }
      let standard = status < 400 ? "{}" : AMError(status, AMError.reason(status)).document.text()
      kind = .status(
        status, body: members["body"]?.string ?? standard, type: members["contentType"]?.string ?? "application/json")
    case "html":
      let status = members["status"]?.integer ?? 502
      kind = .status(
        status, body: members["body"]?.string ?? Fault.page(status),
        type: members["contentType"]?.string ?? "text/html; charset=UTF-8")
    case "text":
      let status = members["status"]?.integer ?? 403
      kind = .status(
        status, body: members["body"]?.string ?? AMError.reason(status),
        type: members["contentType"]?.string ?? "text/plain")
    case "expired": kind = .expired
    default: throw AMError(400, "There is no fault \"\(name.onOneLine(limit: 60))\": \(Fault.names)")
    }
    if let status = members["status"]?.integer, !(200...599).contains(status) {
      throw AMError(400, "\"status\" of a rule is a number from 200 to 599")
    }
  }

  /// What stands before a server answers: its edge, a gateway, a proxy (am-protocol 5.3).
  private static func page(_ status: Int) -> String {
    let (title, text) =
      switch status {
      case 502:
        (
          "502 Server Error",
          "The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds."
        )
      case 503: ("503 Service Unavailable", "No server is available to handle this request.")
      default: ("\(status) \(AMError.reason(status))", "The request was refused.")
      }
    return "<html><head><title>\(title)</title></head><body><h1>\(title)</h1>\(text)</body></html>\n"
  }

  func fits(_ request: ServerRequest) -> Bool {
    guard method == nil || method == request.method, path.isEmpty || request.path.contains(path) else { return false }
    guard case .expired = kind else { return true }
    // Only what answers a step can come too late.
    return (try? JSON(parsing: request.body))?["authId"]?.string?.isEmpty == false
  }
}

/// The rules in force; the first that fits strikes.
final class Faults: Sendable {
  private let rules = Mutex<[Fault]>([])
  /// Whether there are any, so that a request without faults takes no lock. Changed only while `rules` is locked.
  private let areThere = Atomic<Bool>(false)

  func add(_ faults: [Fault]) {
    rules.withLock { rules in
      rules += faults
      areThere.store(!rules.isEmpty, ordering: .releasing)
    }
  }

  func clear() {
    rules.withLock { rules in
      rules.removeAll()
      areThere.store(false, ordering: .releasing)
    }
  }

  var json: JSON { rules.withLock { .array($0.map { .object($0.json) }) } }

  func next(for request: ServerRequest) -> Fault? {
    guard areThere.load(ordering: .acquiring) else { return nil }
    return rules.withLock { rules in
      guard let index = rules.firstIndex(where: { $0.fits(request) && $0.remaining != 0 }) else { return nil }
      guard rules[index].skip == 0 else {
        rules[index].skip -= 1
        return nil
      }
      let fault = rules[index]
      if let remaining = fault.remaining {
        if remaining <= 1 { rules.remove(at: index) } else { rules[index].remaining = remaining - 1 }
      }
      return fault
    }
  }
}
