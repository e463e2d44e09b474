import JSON
import Testing

struct LimitTests {
  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
  func `256 levels are read and 257 are not`(_ open: String, _ close: String) throws {
    let levels = open.filter { $0 == "[" || $0 == "{" }.count
    let deep = Self.nested(256 / levels, open, close)
    #expect(try JSON(parsing: deep).text() == deep)
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: "[" + deep + "]") }
    #expect(error?.kind == .tooDeep)
  }

  @Test func `the error stands at the bracket that is one too many`() {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: Self.nested(300, "[", "]")) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.offset == 256)
  }

  @Test func `depth counts levels, not brackets`() throws {
    let limits = JSON.Limits(depth: 2)
    let broad = "[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]"
    #expect(try JSON(parsing: broad, limits: limits).array?.count == 1000)
    #expect(try JSON(parsing: "7", limits: JSON.Limits(depth: 0)) == 7)
  }

  @Test func `a limit past the deepest counts as the deepest`() throws {
    let limits = JSON.Limits(depth: 1_000_000)
    let deep = Self.nested(JSON.Limits.deepest, "[", "]")
    #expect(try JSON(parsing: deep, limits: limits).text() == deep)
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: "[" + deep + "]", limits: limits) }
    let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 5_000_000)
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: bomb, limits: limits) }
  }

  @Test func `a document of exactly the limit is read and one byte more is not`() throws {
    let limits = JSON.Limits(bytes: 10)
    #expect(try JSON(parsing: "\"12345678\"", limits: limits) == "12345678")
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: "\"12345678\" ", limits: limits) }
    #expect(error?.kind == .tooLarge)
    #expect(error?.offset == 10)
  }

  @Test func `the standard limits are 256 levels and 8 MiB`() {
    #expect(JSON.Limits.standard == JSON.Limits(depth: 256, bytes: 8_388_608))
  }

  private static func nested(_ count: Int, _ open: String, _ close: String) -> String {
    let inner = open.hasSuffix(":") ? "0" : ""
    return String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }
}
