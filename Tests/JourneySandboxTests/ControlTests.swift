import HTTPServer
import JSON
import Synchronization
import Testing

@testable import JourneySandbox

struct ControlTests {
  /// The lines of a request log.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test(arguments: ["/outbox", "/clock", "/faults", "/log", "/nosuch"])
  func `nobody without the token is told anything`(path: String) async throws {
    let desk = try Desk()
    #expect(await desk.send("GET", "/sandbox" + path).status == 401)
    #expect(await desk.send("GET", "/sandbox" + path, headers: [("Authorization", "Bearer x")]).status == 401)
  }

  @Test func `a moved clock ends sessions, and a reset brings it back`() async throws {
    let desk = try Desk()
    let token = try await desk.session()
    #expect(await desk.control("POST", "/clock", ["advance": .number(JSON.Number(Int.min))]).status == 400)
    #expect(await desk.control("POST", "/clock", ["advance": 1801]).status == 200)
    #expect(await !desk.lives(token))
    #expect(await desk.control("POST", "/reset").status == 200)
    #expect(
      try await desk.control("GET", "/clock").json()["now"]?.string == Moment(milliseconds: 1_770_000_000_000).text)
  }

  @Test(arguments: [
    "", "{", "5", "{}", #"{"advance":"1"}"#, #"{"advance":1.5}"#, #"{"advance":NaN}"#, #"{"advance":1e400}"#,
    #"{"advance":null}"#,
    #"{"advance":-3155760001}"#, #"{"advance":1,"advance":2}"#, #"{"advance":1,"by":2}"#, "\u{0}",
    #"{"advance":9223372036854775808}"#,
  ])
  func `a bad move of the clock is 400 with words, and changes nothing`(body: String) async throws {
    let desk = try Desk()
    let before = try await desk.control("GET", "/clock").json()
    let refused = await desk.send(
      "POST", "/sandbox/clock", headers: [("Authorization", "Bearer " + desk.application.control.token)],
      body: Array(body.utf8))
    #expect(refused.status == 400)
    #expect(try refused.json()["error"]?.string?.isEmpty == false)
    #expect(try await desk.control("GET", "/clock").json() == before)
  }

  @Test func `the clock stays between the years 1 and 9999`() async throws {
    let desk = try Desk()
    let century: JSON = ["advance": 3_155_760_000]
    for _ in 0..<79 { #expect(await desk.control("POST", "/clock", century).status == 200) }
    let now = try await desk.control("GET", "/clock").json()
    #expect(now["now"]?.string?.hasPrefix("9926-") == true)
    #expect(await desk.control("POST", "/clock", century).status == 400)
    #expect(try await desk.control("GET", "/clock").json() == now)
    #expect(await desk.start().status == 200)
    #expect(await desk.control("POST", "/reset").status == 200)
  }

  @Test(arguments: [
    "{", "5", "null", #"[{"fault":"drop"},{"fault":"nosuch"}]"#, #"{"fault":5}"#, #"{"fault":"drop","method":"get"}"#,
    #"{"fault":"drop","count":0}"#, #"{"fault":"drop","skip":-1}"#, #"{"fault":"latency","milliseconds":600001}"#,
    #"{"fault":"truncate","bytes":-1}"#, #"{"fault":"status","status":600}"#, #"{"fault":"status"}"#,
    #"{"fault":"latency"}"#,
    #"{"fault":"text","contentType":"a\nb"}"#, #"{"fault":"text","contentType":""}"#, #"{"fault":"drop","status":500}"#,
    #"{"fault":"drop","fault":"html"}"#, #"{"rules":[]}"#,
  ])
  func `a bad rule is 400 with words, and none of its list is added`(body: String) async throws {
    let desk = try Desk()
    let refused = await desk.send(
      "POST", "/sandbox/faults", headers: [("Authorization", "Bearer " + desk.application.control.token)],
      body: Array(body.utf8))
    #expect(refused.status == 400)
    #expect(try refused.json()["error"]?.string?.isEmpty == false)
    #expect(try await desk.control("GET", "/faults").json() == [])
  }

  @Test func `there are only so many rules`() async throws {
    let desk = try Desk()
    let rules = JSON.array(Array(repeating: ["fault": "drop", "path": "/never"], count: 1000))
    #expect(await desk.control("POST", "/faults", rules).status == 200)
    #expect(await desk.control("POST", "/faults", ["fault": "drop"]).status == 400)
    #expect(await desk.start().status == 200)
  }

  @Test func `a fault strikes as often as it says, on the requests that it names`() async throws {
    let desk = try Desk()
    _ = await desk.control(
      "POST", "/faults", ["fault": "status", "status": 503, "path": "/authenticate", "count": 1, "skip": 1])
    #expect(await desk.send("GET", "/json/serverinfo/*").status == 200)
    #expect(await desk.start().status == 200)
    #expect(await desk.start().status == 503)
    #expect(await desk.start().status == 200)
    _ = await desk.control("POST", "/faults", [["fault": "drop"], ["fault": "html"]])
    #expect(await desk.start().response.disposition == .dropConnection)
    #expect(await desk.control("DELETE", "/faults").status == 200)
    #expect(await desk.start().status == 200)
    #expect(await desk.control("POST", "/faults", ["fault": "nosuch"]).status == 400)
  }

  @Test func `the outbox picks the mails of one address`() async throws {
    let desk = try Desk()
    _ = await desk.answer(try await desk.start("MailCode").json(), "demo", "Ch4ng31t")
    let all = try await desk.control("GET", "/outbox").json().array ?? []
    let address = try #require(all.first?["to"]?.string)
    #expect(try await desk.control("GET", "/outbox?to=\(address)").json().array == all)
    #expect(try await desk.control("GET", "/outbox?to=nobody@example.org").json() == [])
  }

  @Test func `the log tells the nodes of a transaction`() async throws {
    let desk = try Desk()
    let transaction = [(name: "X-ForgeRock-TransactionId", value: "t1")]
    _ = await desk.answer(try await desk.start(headers: transaction).json(), "demo", "wrong", headers: transaction)
    let log = try await desk.control("GET", "/log?transaction=t1").json()
    let last = log.array?.last
    #expect(last?["result"]?.string == "failure")
    #expect(last?["nodes"]?.array?.compactMap { $0["outcome"]?.string } == ["outcome", "false"])
  }

  @Test func `an allowed origin gets its headers on every answer, another none`() async throws {
    let desk = try Desk { $0.allowedOrigins = ["http://localhost:9701"] }
    let origin = [(name: "Origin", value: "http://localhost:9701")]
    let preflight = await desk.send(
      "OPTIONS", "/json/authenticate", headers: origin + [("Access-Control-Request-Method", "POST")])
    #expect(preflight.status == 204)
    #expect(preflight.header("Access-Control-Allow-Methods") == "GET,POST,PUT,DELETE")
    #expect(
      await desk.start("NoSuch", headers: origin).header("Access-Control-Allow-Origin") == "http://localhost:9701")
    #expect(
      await desk.start(headers: [("Origin", "https://evil.example")]).header("Access-Control-Allow-Origin") == nil)
    let refused = await desk.send("POST", "/json/authenticate", headers: origin, host: "evil.example")
    #expect(refused.status == 400)
    #expect(refused.header("Access-Control-Allow-Origin") == "http://localhost:9701")
    #expect(refused.header("X-ForgeRock-TransactionId") != nil)
    // A cache must not give the answer to one page to another.
    #expect(await desk.start().headers("Vary") == ["Origin"])
    #expect(try await Desk().start().headers("Vary").isEmpty)
  }

  @Test func `a preflight for another host is refused, as every request for it is`() async throws {
    // The Host rule goes before any work (DESIGN 5): a name that a page has had resolved to here must learn nothing, not even which methods
    // there are. A page of an allowed origin asks for the sandbox's own host.
    let desk = try Desk { $0.allowedOrigins = ["http://localhost:9701"] }
    let preflight: HeaderList = [("Origin", "http://localhost:9701"), ("Access-Control-Request-Method", "POST")]
    for host in ["evil.example:8080", "127.0.0.1:8081", "127.0.0.1", ""] {
      let refused = await desk.send("OPTIONS", "/json/authenticate", headers: preflight, host: host)
      #expect(refused.status == 400, "\(host)")
      #expect(refused.header("Access-Control-Allow-Methods") == nil)
    }
    for host in ["localhost:8080", "[::1]:8080"] {
      #expect(await desk.send("OPTIONS", "/json/authenticate", headers: preflight, host: host).status == 204)
    }
  }

  @Test(arguments: [
    ("http://localhost:9701", true), ("https://a.example", true), ("http://[::1]:9701", true), ("app://x_y-z", true),
    ("http://", false), ("a.example", false), ("http://a.example/", false), ("http://a.example:0", false),
    ("http://a.example:99999", false), ("http://a.example:80", false), ("http://A.example", false),
    ("http://u@a.example", false),
    ("http://[::1", false), ("http://a\r\nb", false), ("*", false), ("null", false), ("", false),
  ])
  func `an allowed origin is one that a browser could send`(origin: String, isOne: Bool) {
    #expect(CORS.isOrigin(origin) == isOne)
  }

  @Test func `an expired step is one that is answered, and rules are read strictly`() async throws {
    let desk = try Desk()
    #expect(await desk.control("POST", "/faults", ["fault": "expired", "count": 1]).status == 200)
    let step = try await desk.start().json()
    let late = await desk.answer(step, "demo", "Ch4ng31t")
    #expect(try late.json()["detail"]?["errorCode"]?.string == "110")
    #expect(await desk.answer(step, "demo", "Ch4ng31t").status == 200)
    for bad: JSON in [
      ["fault": "drop", "count": "2"], ["fault": "drop", "cuont": 2], ["fault": "drop", "count": 0],
      ["fault": "latency", "milliseconds": -1], ["fault": "html", "status": 99],
    ] {
      #expect(await desk.control("POST", "/faults", bad).status == 400, "\(bad.text())")
    }
    #expect(try await desk.control("GET", "/faults").json() == [])
  }

  @Test func `a line tells method, path, journey, nodes, status and time, and no secret`() async throws {
    let lines = Lines()
    let desk = try Desk { $0.requestLog = { line in lines.add(line) } }
    let step = try await desk.start(query: "&code=s3cret").json()
    _ = await desk.answer(step, "demo", "Ch4ng31t")
    _ = await desk.send("GET", "/json/serverinfo/*", host: "evil.example")
    let told = lines.all
    #expect(told.count == 3)
    #expect(
      told[0].hasPrefix(
        "POST /am/json/authenticate?authIndexType=service&authIndexValue=Login&code=… Login, step 200 "), "\(told[0])")
    #expect(told[1].contains(" Login, Sign in: outcome, Check the password: true, success 200 "), "\(told[1])")
    #expect(told.allSatisfy { $0.hasSuffix(" ms") && !$0.contains("s3cret") && !$0.contains("Ch4ng31t") })
  }

  @Test func `the token may be chosen, and stand in a header of its own`() async throws {
    let desk = try Desk { $0.controlToken = "chosen" }
    #expect(await desk.send("GET", "/sandbox/clock", headers: [("X-Sandbox-Token", "chosen")]).status == 200)
    #expect(await desk.send("GET", "/sandbox/clock", headers: [("X-Sandbox-Token", "x")]).status == 401)
    #expect(throws: SandboxError.self) { _ = try Desk { $0.controlToken = "" } }
  }

  @Test func `the outbox of somebody holds what was sent to them and nothing else`() async throws {
    let desk = try Desk()
    for to in ["a@example.org", "b@example.org", "a@example.org"] {
      desk.application.services.outbox.send(
        .init(kind: .mail, realm: "/", to: to, subject: "s", text: "t", sent: Moment(milliseconds: 0)))
    }
    #expect(try await desk.control("GET", "/outbox").json().array?.count == 3)
    #expect(
      try await desk.control("GET", "/outbox?to=a%40example.org").json().array?.map { $0["id"]?.integer } == [1, 3])
    #expect(try await desk.control("GET", "/outbox?to=nobody@example.org").json() == [])
  }

  @Test func `the phone gives the code of RFC 6238, and scans nothing else`() async throws {
    let desk = try Desk()
    // Appendix B at 59 seconds: the time is 1970-01-01 00:00:59.
    _ = await desk.control("POST", "/clock", ["advance": -1_769_999_941])
    let uri = "otpauth://totp/Sandbox:demo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8&period=30"
    #expect(try await desk.control("POST", "/scan", ["uri": .string(uri)]).json()["code"]?.string == "94287082")
    for bad in ["otpauth://totp/x?secret=1", "pushauth://push/x?m=REGISTER:no", "https://x/?secret=GEZDGNBV", ""] {
      #expect(await desk.control("POST", "/scan", ["uri": .string(bad)]).status >= 400)
    }
  }
}
