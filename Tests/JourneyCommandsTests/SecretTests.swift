import Crypto
import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite struct SecretTests {
  @Test func `a secret is taken out in all its forms`() {
    let secrets = SecretRegistry()
    let secret = "p&w \"1\"+%é/x"
    secrets.register(secret)
    secrets.register("abc")
    let base64 = Base64.encode(Array(secret.utf8))
    let forms = [
      secret, PercentEncoding.encode(secret), PercentEncoding.form([("a", secret)]), JSON.string(secret).text(), base64,
      Base64.encode(Array("user:\(secret)".utf8)), Base64.encode(Array("us:\(secret)!".utf8)),
      Base64URL.encode(Array(secret.utf8)), "p%26w%20%221%22%2b%25%c3%a9%2fx", "p%26w+%221%22%2B%25%C3%A9/x",
      "p&amp;w &quot;1&quot;+%&eacute;/x", "p&#38;w &#x22;1&#34;+%&#233;&#x2F;x", "p&w \\\"1\\\"+%\\u00e9\\/x",
      JSON.string(JSON.string(secret).text()).text(), JSON.string("p&amp;w &quot;1&quot;+%é/x").text(),
      PercentEncoding.encode(JSON.string(secret).text()),
    ]
    for form in forms {
      let scrubbed = secrets.scrub("before \(form) after")
      #expect(scrubbed.hasPrefix("before ") && scrubbed.hasSuffix(" after"))
      #expect(scrubbed.contains("••••"), "\(form)")
      #expect(!scrubbed.contains(String(form.dropFirst(4).dropLast(4))), "\(form)")
    }
    #expect(secrets.scrub("abc stays") == "abc stays")
    #expect(secrets.scrub("in \(base64), and \(base64)") == "in ••••, and ••••")
    #expect(secrets.scrub("100% & more \\ \\u12 &x; %zz +") == "100% & more \\ \\u12 &x; %zz +")
  }

  @Test func `a value that is masked says so where it is taken out`() async throws {
    let bench = try Bench()
    bench.workspace.secrets.register("access-token-of-the-server")
    let texts: [JSON] = ["(25)", "(26)"].map {
      ["type": "TextOutputCallback", "output": [["name": "message", "value": $0]]]
    }
    bench.server.expect(Step.document(texts))
    try await bench.run("start; capture shown callbacks[0].message")
    #expect(!bench.notices.text.contains("is masked"))
    try await bench.run("capture shown callbacks[1].message")
    #expect(bench.notices.text.contains("callbacks[1].message is masked: --reveal"))
  }

  @Test func `a path that leads nowhere is told what there is`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("start")
    #expect(await bench.failure("capture x calbacks")?.hint == "Did you mean callbacks?")
    #expect(await bench.failure("capture x nothing.here")?.hint?.contains("stage") == true)
  }

  @Test func `a text shown by its references does not bring a secret back`() async throws {
    let bench = try Bench(environment: ["PW": "P@ss \"wörd\"/+canary"])
    bench.server.expect(Step.login)
    bench.server.expect(401, ["code": 401, "message": "bad P@ss &quot;wörd&quot;/+canary"])
    #expect(
      try await bench.run("start; set 0 demo; set 1 --from env:PW; -next; show")["message"] == "bad ••••")
  }

  @Test func `a trace holds no secret`() async throws {
    let bench = try Bench(["server": "https://am.example.com/am", "header": ["X-Own: my-own-header"]])
    bench.server.expect(
      reply: ScriptedServer.Reply(
        body: Step.document([
          Step.name, Step.password,
          ["type": "TextOutputCallback", "output": [["name": "message", "value": "Your code is 987654"]]],
        ]),
        headers: [("Set-Cookie", "amlbcookie=balancer-value; Path=/"), ("Content-Type", "application/json")]))
    bench.server.expect(Step.success)
    bench.server.expect(Step.login)
    try await bench.run("trace on; start Login; set 0 demo-user; set 1 Ch4ng31t; next; start Login; trace off; start")
    let text = bench.notices.text
    for secret in [
      "Ch4ng31t", Step.authID, "AQIC5w-the-session-token", "my-own-header", "balancer-value", "987654",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(text.contains("POST https://am.example.com/am/json/realms/root/authenticate"))
    #expect(text.contains("User Name") && text.contains("demo-user"))
    #expect(text.contains("amlbcookie=••••; Path=/"))
  }

  @Test func `a trace shows what was answered but for secrets and codes`() async throws {
    let bench = try Bench(environment: ["PIN": "42x"])
    let code = Step.document([Step.callback("NameCallback", "Recovery Code", "IDToken1")])
    let form = Step.document([
      ["type": "StringAttributeInputCallback", "input": [["name": "IDToken1", "value": "given"]]],
      ["type": "StringAttributeInputCallback", "input": [["name": "IDToken2", "value": ""]]],
      [
        "type": "KbaCreateCallback", "output": [["name": "predefinedQuestions", "value": ["First machine?"]]],
        "input": [["name": "IDToken3question", "value": ""], ["name": "IDToken3answer", "value": ""]],
      ],
      ["type": "UnknownCallback", "input": [["name": "IDToken4", "value": "unknown-value"]]],
    ])
    for step in [code, form, Step.success] { bench.server.expect(step) }
    try await bench.run("trace on; start; set 0 zg9Nf3pQx1; next")
    try await bench.run(
      "set 0 Ada-Lovelace; set 1 --from env:PIN; set 2.question 0; set 2.answer engine; next --defaults")
    let text = bench.notices.text
    for secret in ["zg9Nf3pQx1", "42x", "engine", "unknown-value"] { #expect(!text.contains(secret), "\(secret)") }
    for open in ["Ada-Lovelace", "given", "First machine?"] {
      #expect(text.contains("\"value\":\"\(open)\""), "\(open)")
    }
  }

  @Test func `trace curl prints commands for a shell`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("trace curl; start \"it's\"")
    #expect(
      bench.notices.text.contains(
        "curl -sS -X POST 'https://am.example.com/am/json/realms/root/realms/alpha/authenticate?"))
    #expect(bench.notices.text.contains("--data-raw '{}'"))
  }

  @Test func `an error does not repeat a secret`() async throws {
    let bench = try Bench(environment: ["PW": "topsecret-value"])
    let failure = await bench.failure("set ${env:PW} x")
    #expect(failure?.message.contains("topsecret-value") == false)
    bench.server.expect(Step.login)
    try await bench.run("start")
    let unknown = await bench.failure("set ${env:PW} x")
    #expect(unknown?.code == .unknownTarget)
    #expect(unknown?.message.contains("topsecret-value") == false)
  }

  @Test func `secrets of devices are masked wherever they stand, and nothing else is, but with --reveal`() async throws
  {
    let item: JSON = [
      "uuid": "u-1", "deviceName": "phone", "sharedSecret": "c2hhcmVkLXNlY3JldC1vZi1tb3JlLXRoYW4tZm9ydHktYnl0ZXM",
      "recoveryCodes": ["code-1", ""], "key": ["d": "private", "n": 12345],
    ]
    let bench = try Bench()
    bench.server.expect(Step.success)
    try await bench.run("start")
    for _ in 0..<2 {
      bench.server.expect(["username": "demo", "realm": "/alpha"])
      bench.server.expect(["result": [item]])
    }
    let shown = try await bench.run("devices oath")
    #expect(
      shown == [
        [
          "uuid": "u-1", "deviceName": "phone", "sharedSecret": "c2hh…(51)", "recoveryCodes": ["(6)", ""],
          "key": ["d": "(7)", "n": "(5)"],
        ]
      ])
    #expect(try await bench.run("devices oath --reveal") == [item])
  }
}
