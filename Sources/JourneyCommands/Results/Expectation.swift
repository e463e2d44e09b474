import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operators of `expect` (CONTRACT.md 3).
enum Expectation: String, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case contains
  case matches = "~"
  case exists
  case absent

  /// Whether something has to stand behind the operator.
  var takesValue: Bool { self != .exists && self != .absent }

  /// Whether it holds for what is at the path; nil is a path that leads nowhere.
  func holds(for actual: JSON?, _ expected: JSON) throws(Failure) -> Bool {
    switch self {
    case .exists: return actual != nil
    case .absent: return actual == nil
    case .matches:
      let pattern = expected.rawText
      guard let regex = try? Regex(pattern) else {
        throw Failure(
          .usage, "\"\(pattern)\" is no regular expression.", hint: "expect takes the syntax of Swift's Regex.")
      }
      guard let actual else { return false }
      return ((try? regex.firstMatch(in: actual.rawText)) ?? nil) != nil
    case .equal: return actual.map { Self.same($0, expected) } ?? false
    case .notEqual: return actual.map { !Self.same($0, expected) } ?? false
    case .less, .greater: return try actual.map { value throws(Failure) in try isOrdered(value, expected) } ?? false
    case .contains: return actual.map { Self.contains($0, expected) } ?? false
    }
  }

  /// Numbers and booleans by value, else the exact text.
  private static func same(_ actual: JSON, _ expected: JSON) -> Bool {
    switch actual {
    case .number(let number):
      guard let other = asNumber(expected) else { return false }
      return sameNumber(number, other)
    case .bool(let value): return expected.bool.map { $0 == value } ?? (expected.string == (value ? "true" : "false"))
    case .string(let text): return text.utf8.elementsEqual(expected.rawText.utf8)
    case .null: return expected.isNull || expected.string == "null"
    case .array, .object:
      let other = expected.string.flatMap { try? JSON(parsing: $0) } ?? expected
      return actual == other
    }
  }

  private static func sameNumber(_ a: JSON.Number, _ b: JSON.Number) -> Bool {
    if let left = a.integer, let right = b.integer { return left == right }
    return a.text == b.text || (a.integer == nil) == (b.integer == nil) && a.double == b.double
  }

  private static func asNumber(_ value: JSON) -> JSON.Number? {
    if case .number(let number) = value { return number }
    return value.string.flatMap { JSON.Number(text: $0) }
  }

  private func isOrdered(_ actual: JSON, _ expected: JSON) throws(Failure) -> Bool {
    let isLess = self == .less
    if let right = Self.asNumber(expected) {
      guard let left = Self.asNumber(actual) else { return false }
      if let a = left.integer, let b = right.integer { return isLess ? a < b : a > b }
      return isLess ? left.double < right.double : left.double > right.double
    }
    guard let right = expected.string.flatMap(Time.init(parsing:)) else {
      throw Failure(.usage, "\(rawValue) compares with a number or an ISO 8601 time, not with \"\(expected.rawText)\".")
    }
    guard let left = actual.string.flatMap(Time.init(parsing:)) else { return false }
    return isLess ? left.date < right.date : left.date > right.date
  }

  private static func contains(_ actual: JSON, _ expected: JSON) -> Bool {
    switch actual {
    case .string(let text):
      let part = Array(expected.rawText.utf8)
      return part.isEmpty || text.utf8.indices.contains { text.utf8[$0...].starts(with: part) }
    case .array(let items): return items.contains { same($0, expected) }
    default: return false
    }
  }
}
