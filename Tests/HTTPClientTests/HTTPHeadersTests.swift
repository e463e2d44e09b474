import HTTPClient
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `names are compared without case, and several values stay`() {
    var headers: HTTPHeaders = ["Set-Cookie": "a=1", "X": "y"]
    headers.add("SET-COOKIE", "b=2")
    #expect(headers["set-cookie"] == "a=1")
    #expect(headers.all("Set-cookie") == ["a=1", "b=2"])
    #expect(headers["Set-Cooki"] == nil)
    headers.replace("sEt-cOOkie", "c=3")
    #expect(headers.entries.map(\.value) == ["y", "c=3"])
    headers.remove("x")
    #expect(headers.entries.map(\.name) == ["sEt-cOOkie"])
  }

  @Test func `case is ASCII case alone`() {
    #expect(!HTTPHeaders.isSameName("@", "`"))
    #expect(!HTTPHeaders.isSameName("[", "{"))
  }

  @Test(arguments: [
    ("Application/JSON; charset=utf-8", "application/json"), ("text/html", "text/html"),
    (" text/plain ;x", "text/plain"),
  ])
  func `a content type is the media type alone`(_ value: String, _ expected: String) {
    #expect(HTTPResponse(status: 200, headers: ["content-type": value]).contentType == expected)
  }

  @Test func `no content type is nil`() { #expect(HTTPResponse(status: 200).contentType == nil) }
}
