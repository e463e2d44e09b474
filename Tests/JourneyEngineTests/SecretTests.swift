import JSON
import JourneyEngine
import Testing

@Suite struct SecretTests {
  @Test func `a secret prints as dots`() {
    let secret = Secret("S3cret")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
      #expect(!text.contains("S3cret") && text.contains("•"))
    }
    #expect(secret.revealed == "S3cret")
  }

  @Test(arguments: [
    (0, "(0)"), (12, "(12)"), (39, "(39)"), (40, "abcd…(40)"), (1234, "abcd…(1,234)"), (1_234_567, "abcd…(1,234,567)"),
  ])
  func `a masked secret shows its length`(_ length: Int, _ masked: String) {
    let text = String("abcd".prefix(length)) + String(repeating: "x", count: max(0, length - 4))
    #expect(Secret(text).masked == masked)
  }

  @Test func `secrets are compared by their bytes`() {
    #expect(Secret("é") != Secret("e\u{301}"))
    #expect(Secret("é") == Secret("é"))
  }

  @Test func `nothing that holds a secret shows it when printed`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.step("S3cret")), .json(400, ["code": 400, "message": "Invalid session ID.S3cret"]),
      .json(200, Scene.success("S3cret")),
    ])
    let step = try Scene.step(await Scene.journey(server).start())
    let nodes: [any Node] = [step, await step.next(), await step.next()]
    for value in nodes as [Any] + [step.step, nodes] {
      var text = "\(value)" + String(reflecting: value)
      dump(value, to: &text)
      #expect(!text.contains("S3cret"))
    }
  }
}
