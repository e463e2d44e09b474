package import JSON

/// A way into a result: `a.b[0]["x.y"]` (CONTRACT.md 3).
package struct ResultPath: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case member(String)
    case element(Int)
  }

  let parts: [Part]
  package let text: String

  /// Reads a path; an empty one is the whole result.
  package init(parsing text: String) throws(Failure) {
    self.text = text
    var parts: [Part] = []
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "[" {
        guard let part = Self.bracket(&rest) else { throw Self.wrong(text) }
        parts.append(part)
        continue
      }
      if first == "." {
        guard !parts.isEmpty else { throw Self.wrong(text) }
        rest.removeFirst()
      } else if !parts.isEmpty {
        throw Self.wrong(text)
      }
      let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
      guard !name.isEmpty else { throw Self.wrong(text) }
      parts.append(.member(String(name)))
      rest = rest.dropFirst(name.count)
    }
    self.parts = parts
  }

  /// `[0]` or `["name"]`, taken off the front.
  private static func bracket(_ rest: inout Substring.UnicodeScalarView) -> Part? {
    rest.removeFirst()
    if rest.first == "\"" {
      var isEscaped = false
      var index = rest.index(after: rest.startIndex)
      while index < rest.endIndex, isEscaped || rest[index] != "\"" {
        isEscaped = !isEscaped && rest[index] == "\\"
        index = rest.index(after: index)
      }
      guard index < rest.endIndex else { return nil }
      let end = rest.index(after: index)
      guard let name = (try? JSON(parsing: String(rest[..<end])))?.string, end < rest.endIndex, rest[end] == "]" else {
        return nil
      }
      rest = rest[rest.index(after: end)...]
      return .member(name)
    }
    // The quotes of ["x.y"] are gone where the path was not quoted on its line.
    let inside = rest.prefix { $0 != "]" && $0 != "[" }
    rest = rest.dropFirst(inside.count)
    guard !inside.isEmpty, rest.first == "]" else { return nil }
    rest.removeFirst()
    guard inside.allSatisfy({ ("0"..."9").contains($0) }) else { return .member(String(inside)) }
    return Int(String(inside)).map(Part.element)
  }

  /// The value there; nil when there is none.
  package func value(in result: JSON) -> JSON? {
    var value = result
    for part in parts {
      guard let next = Self.step(part, in: value) else { return nil }
      value = next
    }
    return value
  }

  static func step(_ part: Part, in value: JSON) -> JSON? {
    switch part {
    case .member(let name): value[name]
    case .element(let index): value[index]
    }
  }

  private static func wrong(_ text: String) -> Failure {
    Failure(.usage, "\"\(text)\" is no path.", hint: "A path looks like callbacks[0].prompt or claims[\"a.b\"].")
  }
}

extension JSON {
  /// As `--get` prints it, `capture` keeps it and `expect` compares it: texts raw, the rest as compact JSON.
  package var rawText: String { string ?? text() }
}
