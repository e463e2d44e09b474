import JSON
import Testing

@testable import JourneyEngine

@Suite struct TextCallbackTests {
  @Test(arguments: [
    "NameCallback", "PasswordCallback", "TextInputCallback", "ValidatedCreateUsernameCallback",
    "ValidatedCreatePasswordCallback",
  ])
  func `a text is needed while the input is empty, and an empty one counts`(_ type: String) throws {
    for empty in ["", .null] as [JSON] {
      let callback = make(type, inputs: [("", empty)])
      #expect(callback.needsAnswer)
      try callback.set("")
      #expect(!callback.needsAnswer && callback.isAnswered)
      #expect(callback.sent() == [""])
    }
    #expect(!make(type, inputs: [("", "there")]).needsAnswer)
    #expect(!make(type, inputs: []).needsAnswer)
  }

  @Test func `a program may give a text as a number or a boolean, and no document`() throws {
    let callback = make("PasswordCallback")
    try callback.set(json: 123456)
    #expect(callback.sent() == ["123456"])
    try callback.set(json: true)
    #expect(callback.sent() == ["true"])
    for document in [.null, [], [:]] as [JSON] {
      #expect(throws: AnswerError.self) { try callback.set(json: document) }
    }
  }

  @Test func `the fields of the SDK are views of the document`() throws {
    let name = try make(NameCallback.self, [("prompt", "User")], inputs: [("", "alice")])
    let prompt: String = name.prompt
    #expect(prompt == "User")
    #expect(name.name == "alice")
    #expect(name.defaultAnswer == "alice")
    name.name = "bob"
    #expect(name.sent() == ["bob"])
    let password = try make(PasswordCallback.self)
    password.password = "Å€😀 pw"
    #expect(password.sent() == ["Å€😀 pw"])
    #expect(password.isSecret && password.isSecret(input: 0))
    #expect(!name.isSecret)
  }

  @Test func `a default text is offered and not sent`() throws {
    let input = try make(TextInputCallback.self, [("defaultText", "Default")])
    #expect(input.defaultText == "Default")
    #expect(input.defaultAnswer == "Default")
    #expect(input.needsAnswer)
    #expect(input.sent(defaults: true) == [""])
    #expect(try make(TextInputCallback.self).defaultAnswer == nil)
  }

  // C013
  @Test(
    arguments: [
      ("0", "information"), (1, "warning"), ("2", "error"), ("4", "script"), (4, "script"), ("9", "unknown"),
      (.null, "unknown"),
      ("3", "unknown"),
    ] as [(JSON, String)])
  func `a message type is text or number`(_ type: JSON, _ word: String) {
    #expect(make("TextOutputCallback", [("messageType", type)], inputs: []).messageType == word)
    #expect(make("ConfirmationCallback", [("messageType", type)]).messageType == word)
  }

  @Test func `only messages have a message type`() {
    #expect(make("TextOutputCallback", inputs: []).messageType == "unknown")
    #expect(make("NameCallback").messageType == nil)
  }

  @Test(
    arguments: [
      ("8000", 8000), (2500, 2500), (" 4000 ", 4000), ("1e3", 1000), ("1500.2", 1501), ("0", 0), ("", 1000),
      ("soon", 1000), (.null, 1000), (-5, 1000),
      ([], 1000), ("99999999999999999999", 1000),
    ] as [(JSON, Int)])
  func `a wait is text or number, and a bad one a second`(_ output: JSON, _ milliseconds: Int) {
    #expect(make("PollingWaitCallback", [("waitTime", output)], inputs: []).waitMilliseconds == milliseconds)
  }

  @Test func `a wait that is missing is a second`() throws {
    let polling = try make(PollingWaitCallback.self, [("message", "Waiting")], inputs: [])
    #expect(polling.waitTime == 1000)
    let message: String = polling.message
    #expect(message == "Waiting")
    #expect(!polling.needsAnswer)
  }

  @Test func `texts that are only shown need nothing`() throws {
    #expect(make("NameValueOutputCallback", [("level", "5")], inputs: []).message == "level: 5")
    let redirect = try make(
      RedirectCallback.self, [("redirectUrl", "https://idp.example.test/"), ("trackingCookie", "true")], inputs: [])
    #expect(redirect.redirectMethod == "GET")
    #expect(redirect.trackingCookie)
    #expect(redirect.valueInput == nil)
    let language = try make(LanguageCallback.self, inputs: [("Language", "fr"), ("Country", "CA")])
    #expect(!language.needsAnswer && language.valueInput == nil)
    try language.set("de")
    #expect(language.sent() == ["de", "CA"])
    #expect(language.country == "CA")
  }
}
