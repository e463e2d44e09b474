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

  private static let common = ["fault", "method", "path", "count", "skip"]
  /// The kinds, with the members that each has beside those of all.
  private static let kinds: [(name: String, members: [String])] = [
    ("latency", ["milliseconds"]), ("drop", []), ("truncate", ["bytes"]),
    ("status", ["status", "body", "contentType"]),
    ("html", ["status", "body", "contentType"]), ("text", ["status", "body", "contentType"]), ("expired", []),
  ]

  /// Reads `{"fault":…,"path":…,"method":…,"count":…,"skip":…}` with what the fault needs: `milliseconds`, `bytes`, `status`, `body`,
  /// `contentType`.
  init(_ rule: DocumentValue) throws(DocumentFault) {
    _ = try rule.members()
    let name = try rule.required("fault").text()
    guard let known = Fault.kinds.first(where: { $0.name == name }) else {
      let names = Fault.kinds.map(\.name).joined(separator: ", ")
      throw try rule.required("fault").fault("there is no fault \"\(name.onOneLine(limit: 60))\"; there are \(names)")
    }
    _ = try rule.members(Fault.common + known.members)
    method = try rule["method"].map { (value) throws(DocumentFault) in try Fault.method(value) }
    path = try rule["path"]?.text() ?? ""
    remaining = try rule["count"]?.integer(1...Int.max)
    skip = try rule["skip"]?.integer(0...Int.max) ?? 0
    json = rule.json.object ?? JSON.Object()
    switch name {
    case "latency": kind = .latency(milliseconds: try rule.required("milliseconds").integer(0...600_000))
    case "drop": kind = .drop
    case "truncate": kind = .truncate(bytes: try rule["bytes"]?.integer(0...(8 << 20)) ?? 20)
    case "expired": kind = .expired
    case "html": kind = try Fault.answer(rule, 502, Fault.page, "text/html; charset=UTF-8")
    case "text": kind = try Fault.answer(rule, 403, AMError.reason, "text/plain")
    default:
      _ = try rule.required("status")
      kind = try Fault.answer(rule, 500, Fault.document, "application/json")
    }
  }

  private static func method(_ value: DocumentValue) throws(DocumentFault) -> String {
    let text = try value.text()
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == 0x2D }) else {
      throw value.fault("a method in capitals is wanted")
    }
    return text
  }

  /// An answer in place of the server's own, with what the rule does not say filled in.
  private static func answer(_ rule: DocumentValue, _ status: Int, _ body: (Int) -> String, _ type: String)
    throws(DocumentFault) -> Kind
  {
    let status = try rule["status"]?.integer(200...599) ?? status
    return .status(
      status, body: try rule["body"]?.text() ?? body(status), type: try rule["contentType"]?.headerValue() ?? type)
  }

  /// What the server itself would say.
  private static func document(_ status: Int) -> String {
    status < 400 ? "{}" : AMError(status, AMError.reason(status)).document.text()
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

  /// The most that are in force at a time.
  static let capacity = 1000

  /// Adds rules; false, and none of them, where they would be too many.
  func add(_ faults: [Fault]) -> Bool {
    rules.withLock { rules in
      guard rules.count + faults.count <= Faults.capacity else { return false }
      rules += faults
      areThere.store(!rules.isEmpty, ordering: .releasing)
      return true
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
