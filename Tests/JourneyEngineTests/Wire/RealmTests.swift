import JourneyEngine
import Testing

@Suite struct RealmTests {
  @Test(arguments: [
    ("", "realms/root"), ("/", "realms/root"), ("root", "realms/root"), ("alpha", "realms/root/realms/alpha"),
    ("/alpha", "realms/root/realms/alpha"), ("alpha/", "realms/root/realms/alpha"),
    ("/parent/child", "realms/root/realms/parent/realms/child"), ("my-realm", "realms/root/realms/my-realm"),
    ("a b", "realms/root/realms/a%20b"), ("a%20b", "realms/root/realms/a%2520b"),
    ("/Ünï & x", "realms/root/realms/%C3%9Cn%C3%AF%20%26%20x"), ("//alpha//", "realms/root/realms/alpha"),
    ("realms/root/realms/alpha", "realms/root/realms/alpha"), ("/realms/root", "realms/root"),
    ("realms/alpha", "realms/root/realms/alpha"), ("..", "realms/root/realms/%2E%2E"),
  ])
  func `each spelling of a realm has one canonical path`(_ spelling: String, _ segments: String) {
    #expect(Realm(spelling).segments == segments)
  }

  @Test(arguments: [("", "/"), ("root", "/"), ("alpha", "/alpha"), ("a/b/", "/a/b")])
  func `a realm is shown as a path`(_ spelling: String, _ path: String) {
    #expect(Realm(spelling).path == path)
  }

  @Test(arguments: [
    ("https://am.example.test/am", "https://am.example.test/am/json/realms/root/authenticate"),
    ("https://am.example.test/am/", "https://am.example.test/am/json/realms/root/authenticate"),
    ("https://am.example.test/am//", "https://am.example.test/am/json/realms/root/authenticate"),
    ("https://am.example.test", "https://am.example.test/json/realms/root/authenticate"),
    ("https://am.example.test/", "https://am.example.test/json/realms/root/authenticate"),
    ("https://am.example.test:443/am", "https://am.example.test/am/json/realms/root/authenticate"),
    ("http://127.0.0.1:8080/am", "http://127.0.0.1:8080/am/json/realms/root/authenticate"),
    (" https://am.example.test/am\n", "https://am.example.test/am/json/realms/root/authenticate"),
  ])
  func `no form of the base URL makes a doubled slash`(_ server: String, _ url: String) {
    #expect(AMEndpoints(serverUrl: server, realm: "").authenticate() == url)
  }

  @Test(arguments: ["", "am.example.test/am", "ftp://am.example.test", "https://", "https://am.example.test/am?x=1"])
  func `what is no base URL is none`(_ server: String) {
    #expect(AMEndpoints(serverUrl: server, realm: "").base == nil)
  }
}
