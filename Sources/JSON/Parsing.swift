extension JSON {
  /// Reads one document, strictly as RFC 8259 has it: no byte order mark, no comments, no trailing commas, valid UTF-8
  /// only, nothing but white space around the value. A lone surrogate (`"\ud800"`) is refused: RFC 8259 lets each
  /// parser decide, and no UTF-8 could carry it back to who sent it. Duplicate names are kept.
  public init(parsing bytes: [UInt8], limits: Limits = .standard) throws(ParseError) {
    self = try bytes.withUnsafeBufferPointer { JSON.parse($0, limits) }.get()
  }

  /// Reads one document from text; see ``init(parsing:limits:)-([UInt8],_)``. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String, limits: Limits = .standard) throws(ParseError) {
    var text = text
    self = try text.withUTF8 { JSON.parse($0, limits) }.get()
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Result<JSON, ParseError> {
    do throws(Parser.Fault) {
      guard bytes.count <= limits.bytes else { throw Parser.Fault(kind: .tooLarge, offset: max(0, limits.bytes)) }
      var parser = Parser(bytes: bytes, depthLimit: min(limits.depth, Limits.deepest))
      return .success(try parser.document())
    } catch {
      return .failure(ParseError(error, in: bytes))
    }
  }
}
