import HTTPClient
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("aZ09-._~", "aZ09-._~"), ("+ & = %", "%2B%20%26%20%3D%20%25"), ("ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"),
    ("a/b?c#d", "a%2Fb%3Fc%23d"), ("\r\n\0", "%0D%0A%00"),
  ])
  func `everything but unreserved characters is escaped, and comes back`(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: ["%", "%4", "%zz", "a%g1", "%FF", "%C3"])
  func `what is not an escape, or not UTF-8, is not decoded`(_ text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func `a plus sign is a blank in forms only`() {
    #expect(PercentEncoding.decode("a+b") == "a+b")
    #expect(PercentEncoding.parseQuery("a+b=c+d").map(\.name) == ["a b"])
  }

  @Test func `a form keeps its order and its doubles`() {
    let form = PercentEncoding.form([("b", "1&2"), ("a", "x=+ %"), ("b", "")])
    #expect(form == "b=1%262&a=x%3D%2B%20%25&b=")
    let pairs = PercentEncoding.parseQuery(form)
    #expect(pairs.map(\.name) == ["b", "a", "b"])
    #expect(pairs.map(\.value) == ["1&2", "x=+ %", ""])
  }

  @Test func `odd queries are read without losing anything`() {
    let pairs = PercentEncoding.parseQuery("&a&=v&b=c=d&%zz=%E4&")
    #expect(pairs.map(\.name) == ["a", "", "b", "%zz"])
    #expect(pairs.map(\.value) == ["", "v", "c=d", "%E4"])
  }
}
