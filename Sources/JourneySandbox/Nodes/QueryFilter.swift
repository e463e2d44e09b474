import JSON

/// A CREST query filter: `/preferences/marketing eq false or !(/mail pr)` (journey-nodes 7.2).
indirect enum QueryFilter: Sendable {
  case constant(Bool)
  case present(String)
  case compare(String, String, JSON)
  case not(QueryFilter)
  case and(QueryFilter, QueryFilter)
  case or(QueryFilter, QueryFilter)

  init(_ text: String) throws(NodeFailure) {
    var reader = Reader(tokens: try Reader.tokens(text))
    self = try reader.either()
    guard reader.tokens.isEmpty else {
      throw NodeFailure("its query filter cannot be read from \"\(reader.tokens[0])\" on")
    }
  }

  func fits(_ attribute: (String) -> JSON?) -> Bool {
    switch self {
    case .constant(let value): value
    case .present(let name): attribute(name) != nil
    case .not(let filter): !filter.fits(attribute)
    case .and(let left, let right): left.fits(attribute) && right.fits(attribute)
    case .or(let left, let right): left.fits(attribute) || right.fits(attribute)
    case .compare(let name, let comparison, let value): QueryFilter.compare(attribute(name), comparison, value)
    }
  }

  private static func compare(_ own: JSON?, _ comparison: String, _ value: JSON) -> Bool {
    guard let own else { return false }
    if let left = own.double, let right = value.double { return holds(comparison, left, right) }
    if let left = own.bool { return comparison == "eq" && left == (value.bool ?? (value.string == "true")) }
    let left = own.string ?? own.text()
    let right = value.string ?? value.text()
    switch comparison {
    case "co": return left.contains(right)
    case "sw": return left.hasPrefix(right)
    default: return holds(comparison, left, right)
    }
  }

  private static func holds<Value: Comparable>(_ comparison: String, _ left: Value, _ right: Value) -> Bool {
    switch comparison {
    case "eq": left == right
    case "lt": left < right
    case "le": left <= right
    case "gt": left > right
    case "ge": left >= right
    default: false
    }
  }

  private struct Reader {
    var tokens: [String]
    private var depth = 0

    init(tokens: [String]) { self.tokens = tokens }

    static func tokens(_ text: String) throws(NodeFailure) -> [String] {
      var tokens: [String] = []
      var word = ""
      var quote: Character?
      func end() {
        if !word.isEmpty { tokens.append(word) }
        word = ""
      }
      for character in text {
        if let open = quote {
          word.append(character == open ? "\"" : character)
          if character == open {
            quote = nil
            end()
          }
        } else if character == "\"" || character == "'" {
          end()
          word = "\""
          quote = character
        } else if "()!".contains(character) {
          end()
          tokens.append(String(character))
        } else if character == " " {
          end()
        } else {
          word.append(character)
        }
      }
      guard quote == nil else { throw NodeFailure("its query filter has a quote that does not end") }
      end()
      return tokens
    }

    mutating func either() throws(NodeFailure) -> QueryFilter {
      var filter = try both()
      while tokens.first == "or" {
        tokens.removeFirst()
        filter = .or(filter, try both())
      }
      return filter
    }

    private mutating func both() throws(NodeFailure) -> QueryFilter {
      var filter = try one()
      while tokens.first == "and" {
        tokens.removeFirst()
        filter = .and(filter, try one())
      }
      return filter
    }

    private mutating func one() throws(NodeFailure) -> QueryFilter {
      depth += 1
      defer { depth -= 1 }
      guard depth < 64 else { throw NodeFailure("its query filter is nested too deep") }
      guard !tokens.isEmpty else { throw NodeFailure("its query filter ends too early") }
      switch tokens.removeFirst() {
      case "!": return .not(try one())
      case "(":
        let filter = try either()
        guard tokens.first == ")" else { throw NodeFailure("a bracket of its query filter is not closed") }
        tokens.removeFirst()
        return filter
      case "true": return .constant(true)
      case "false": return .constant(false)
      case let pointer: return try comparison(pointer.hasPrefix("/") ? String(pointer.dropFirst()) : pointer)
      }
    }

    private mutating func comparison(_ name: String) throws(NodeFailure) -> QueryFilter {
      guard !tokens.isEmpty else { throw NodeFailure("its query filter ends behind \(name)") }
      let comparison = tokens.removeFirst()
      if comparison == "pr" { return .present(name) }
      guard ["eq", "co", "sw", "lt", "le", "gt", "ge"].contains(comparison), !tokens.isEmpty else {
        throw NodeFailure("its query filter cannot be read at \"\(comparison)\"")
      }
      let text = tokens.removeFirst()
      if text.hasPrefix("\"") { return .compare(name, comparison, .string(String(text.dropFirst().dropLast()))) }
      return .compare(name, comparison, (try? JSON(parsing: text)) ?? .string(text))
    }
  }
}
