import HTTPClient
import Testing

@Suite struct HTTPURLTests {
  @Test func `the parts of a URL are read and the default port is filled in`() throws {
    let url = try #require(HTTPURL("HTTPS://AM.Example.com/am/json?x=a%20b&y=#part"))
    #expect(url.scheme == "https")
    #expect(url.host == "am.example.com")
    #expect(url.port == 443)
    #expect(url.path == "/am/json")
    #expect(url.query == "x=a%20b&y=")
    #expect(url.origin == "https://am.example.com:443")
    #expect(url.hostAndPort == "am.example.com:443")
    #expect(url.description == "https://am.example.com/am/json?x=a%20b&y=")
  }

  @Test(arguments: [
    ("http://h", "http://h/"), ("http://h:80/", "http://h/"), ("http://h:8080", "http://h:8080/"),
    ("https://h:/x", "https://h/x"), ("http://h?q", "http://h/?q"), ("http://[::1]:81/a", "http://[::1]:81/a"),
    ("http://h/a b/ä|", "http://h/a%20b/%C3%A4%7C"), ("http://h/%zz/%41", "http://h/%zz/%41"),
    ("http://h/a?b?c d", "http://h/a?b?c%20d"), ("http://h/a\r\nX: y", "http://h/a%0D%0AX:%20y"),
    ("http://h/..%2f/../x", "http://h/..%2f/../x"), ("https://h:80/", "https://h:80/"),
  ])
  func `a URL goes out in one form`(_ text: String, _ expected: String) throws {
    let url = try #require(HTTPURL(text))
    #expect(url.description == expected)
    #expect(HTTPURL(url.description) == url)
  }

  @Test(arguments: [
    "", "not a url", "ftp://h/", "http:/h", "http:h", "//h/", "/am", "http://", "http:///x", "http://user@h/",
    "http://user:pw@h/", "http://h:0/", "http://h:65536/", "http://h:8a/", "http://h:-1/", "http://a b/", "http://h\n/",
    "http://bücher.example/", "http://[::1/", "http://[x]/", "http://[::1]x/", "http://h%41/", " http://h/",
    "http://h:123456/",
  ])
  func `what is not a plain http URL is refused`(_ text: String) { #expect(HTTPURL(text) == nil) }

  @Test func `path and query can be changed, and nothing gets past the encoding`() throws {
    var url = try #require(HTTPURL("http://h/a?b"))
    url.path = "x y?z#"
    url.query = "k=v\r\n#"
    #expect(url.description == "http://h/x%20y%3Fz%23?k=v%0D%0A%23")
    url.query = nil
    #expect(url.description == "http://h/x%20y%3Fz%23")
  }

  @Test func `an origin has its port, so the default one makes no difference`() {
    #expect(HTTPURL("https://tenant:443/x")?.origin == HTTPURL("https://TENANT")?.origin)
    #expect(HTTPURL("https://tenant")?.origin != HTTPURL("http://tenant")?.origin)
    #expect(HTTPURL("http://[::1]")?.origin == "http://[::1]:80")
  }
}
