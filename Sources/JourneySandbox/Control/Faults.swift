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

  /// Reads `{"fault":…,"path":…,"method":…,"count":…,"skip":…}` with what the fault needs: `milliseconds`, `bytes`, `status`, `body`.
  init(_ json: JSON) throws(AMError) {
    guard let members = json.object, let name = members["fault"]?.string else {
      throw AMError(400, "A rule is an object with a \"fault\": latency, drop, truncate, status, html or expired")
    }
    method = members["method"]?.string
    path = members["path"]?.string ?? ""
    remaining = members["count"]?.integer
    skip = members["skip"]?.integer ?? 0
    self.json = members
    switch name {
    case "latency": kind = .latency(milliseconds: min(max(members["milliseconds"]?.integer ?? 1000, 0), 600_000))
    case "drop": kind = .drop
    case "truncate": kind = .truncate(bytes: max(members["bytes"]?.integer ?? 20, 0))
    case "status":
      guard let status = members["status"]?.integer, (200...599).contains(status) else {
        throw AMError(400, "The fault \"status\" needs a \"status\" from 200 to 599")
      }
      let standard = AMError(status, AMError.reason(status)).document.text()
      kind = .status(
        status, body: members["body"]?.string ?? standard, type: members["contentType"]?.string ?? "application/json")
    case "html":
      let status = members["status"]?.integer ?? 502
      let page =
        "<html><head><title>\(status) \(AMError.reason(status))</title></head><body><h1>\(status)</h1></body></html>"
      kind = .status(status, body: members["body"]?.string ?? page, type: "text/html; charset=UTF-8")
    case "expired": kind = .expired
    default: throw AMError(400, "There is no fault \"\(name)\": latency, drop, truncate, status, html or expired")
    }
  }

  func fits(_ request: ServerRequest) -> Bool {
    (method == nil || method == request.method) && (path.isEmpty || request.path.contains(path))
  }
}

/// The rules in force; the first that fits strikes.
final class Faults: Sendable {
  private let rules = Mutex<[Fault]>([])
  /// Whether there are any, so that a request without faults takes no lock.
  private let areThere = Atomic<Bool>(false)

  func add(_ faults: [Fault]) {
    rules.withLock { rules in
      rules += faults
      areThere.store(!rules.isEmpty, ordering: .releasing)
    }
  }

  func clear() {
    rules.withLock { $0.removeAll() }
    areThere.store(false, ordering: .releasing)
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
