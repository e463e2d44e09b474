import JSON
import JourneyCommands
import Testing

@Suite struct GenerateCompletionTests {
  private static let facts = CompletionFacts(
    profiles: { ["My Login", "a:b", "default", "it's"] }, journeys: { $0 ? ["Choice", "Login"] : ["Own"] },
    environment: { ["HOME", "HOST"] }, switches: { [("fork", "The open fork"), ("idleMinutes=", "")] })

  private func words(_ words: String...) -> [String] {
    guard case .words(let candidates) = ShellCompletion(facts: Self.facts).answer(words) else { return ["(files)"] }
    return candidates.map(\.value)
  }

  private func files(_ words: String...) -> String? {
    guard case .files(let prefix) = ShellCompletion(facts: Self.facts).answer(words) else { return nil }
    return prefix
  }

  @Test func `the first word is a command or a face`() {
    #expect(words("") == CommandSpec.all.map(\.name) + FaceSpec.all.map(\.name))
    #expect(words("log") == ["login", "logout"])
    #expect(words("--json", "--realm", "/alpha", "san") == ["sandbox"])
    #expect(words("nothing", "") == [])
    #expect(files("./lo") == "")
  }

  @Test func `an option stands before the command, once unless it repeats`() {
    #expect(words("--client-") == ["--client-id", "--client-secret-from", "--client-auth", "--client-key"])
    #expect(words("--json", "--js") == [])
    #expect(words("--scope", "x", "--sco") == ["--scope"])
    #expect(words("-").contains("-f") && words("-").contains("--version"))
  }

  @Test func `a value is completed behind a blank and behind an equals sign`() {
    #expect(words("--store", "") == ["memory", "file", "keyring"])
    #expect(words("--store=k") == ["--store=keyring"])
    #expect(words("--profile", "i") == ["it's"])
    #expect(words("--profile=My") == ["--profile=My Login"])
    #expect(words("--journey", "") == ["Own"])
    #expect(words("--json=") == ["--json=true", "--json=false"])
    #expect(files("--cacert", "/et") == "")
    #expect(files("--cacert=/et") == "--cacert=")
    #expect(files("-f", "") == "")
    #expect(words("--server", "") == [])
  }

  @Test func `parameters of a command are completed by what they are`() {
    #expect(words("profile", "") == ["My Login", "a:b", "default", "it's"])
    #expect(words("--sandbox", "start", "") == ["Choice", "Login"])
    #expect(words("trace", "c") == ["curl"])
    #expect(words("help", "to") == ["tokens"])
    #expect(words("config", "client") == ["clientId", "clientSecretFrom", "clientAuth", "clientKey"])
    #expect(words("config", "store", "") == ["memory", "file", "keyring"])
    #expect(words("start", "--force") == ["--force-auth"])
    #expect(words("start", "--force-auth", "--force") == [])
    #expect(words("generate", "m") == ["man", "man-rpc"])
    #expect(words("devices", "o") == ["oath"])
    #expect(words("sandbox", "--switch", "") == ["fork", "idleMinutes="])
    #expect(words("sandbox", "--switch", "fork", "i") == ["idleMinutes="])
    #expect(words("session", "--validate", "--") == ["--reveal"])
    #expect(files("source", "") == "")
  }

  @Test func `a source is completed in its parts`() {
    #expect(words("set", "0", "--from", "e") == ["env:"])
    #expect(words("set", "0", "--from", "env:HO") == ["env:HOME", "env:HOST"])
    #expect(files("set", "0", "--from", "file:/t") == "file:")
    #expect(words("login", "--answer-from", "Password=e") == ["Password=env:"])
    #expect(words("login", "--answer-from", "Pass") == [])
    #expect(files("rpc", "--secret", "pw=file:") == "pw=file:")
    #expect(files("--client-secret-from=file:x") == "--client-secret-from=file:")
  }

  @Test func `an option with a list goes on`() {
    #expect(files("sandbox", "--journeys", "a.json", "") == "")
    #expect(words("sandbox", "--journeys", "a.json", "--po") == ["--port"])
  }

  @Test func `behind a script there is nothing to complete`() {
    #expect(words("-f", "x.journey", "") == [])
    #expect(words("./x.journey", "") == [])
  }

  @Test func `a name that could act on a terminal is not offered`() {
    let facts = CompletionFacts(profiles: { ["a\u{1b}[31m", "b\nc", "d"] })
    #expect(CompletionReply.plain(["profile", ""], facts) == ["words", "d"])
  }

  private func bash(_ line: String) -> [String] {
    CompletionReply.bash(line, breaks: " \t\n\"'@><=;|&(:", Self.facts)
  }

  @Test func `bash gets what readline puts in, quoted as the word was begun`() {
    #expect(bash("journey profile ") == ["words", "My\\ Login", "a:b", "default", "it\\'s"])
    #expect(bash("journey profile a:") == ["words", "b"])
    #expect(bash("journey profile \"a:") == ["words", "a:b"])
    #expect(bash("journey profile 'My L") == ["words", "My Login"])
    #expect(bash("journey profile 'it") == ["words", "it'\\''s"])
    #expect(bash("journey profile \"it") == ["words", "it's"])
    #expect(bash("journey profile it\\'") == ["words", "it\\'s"])
    #expect(bash("journey profile My\\ ") == ["words", "My\\ Login"])
    #expect(bash("journey --profile=My") == ["words", "My\\ Login"])
    #expect(bash("journey set 0 --from e") == ["nospace", "env:"])
    #expect(bash("journey set 0 --from env:HOM") == ["words", "HOME"])
    #expect(bash("A=b C='d e' journey trace of") == ["words", "off"])
  }

  @Test func `bash lists several candidates with what they are, where nothing goes into the line`() {
    func listed(_ line: String, columns: Int? = 60) -> [String] {
      CompletionReply.bash(line, breaks: " \t\n\"'@><=;|&(:", columns: columns, Self.facts)
    }
    #expect(listed("journey tokens --con") == ["words", "--consent"])
    let tokens = listed("journey tokens --")
    #expect(
      tokens == [
        "words", "--reveal   (Do not mask them)", "--refresh  (Renew them even where they are good)",
        "--consent  (Agree to the scopes where the server asks)",
      ], "\(tokens)")
    // Readline puts in what all have, and what is listed to be put in one by one.
    #expect(listed("journey tokens --re")[2] == "--refresh  (Renew them even where they are good)")
    #expect(listed("journey tokens -") == ["words", "--reveal", "--refresh", "--consent"])
    #expect(listed("journey tokens --", columns: nil) == ["words", "--reveal", "--refresh", "--consent"])
    #expect(listed("journey tokens --", columns: 20) == ["words", "--reveal", "--refresh", "--consent"])
    #expect(listed("journey tokens --", columns: 34)[1] == "--reveal   (Do not mask them)")
    #expect(listed("journey tokens --", columns: 34)[2] == "--refresh  (Renew them even whe…)")
    #expect(listed("journey profile ") == bash("journey profile "))
  }

  @Test func `bash completes files behind what stays`() {
    #expect(bash("journey --cacert=/et") == ["files", "0", "", "/et"])
    #expect(bash("journey set 0 --from file:/a\\ b") == ["files", "0", "", "/a b"])
    #expect(bash("journey set 0 --from \"file:/a b") == ["files", "0", "file:", "/a b"])
    #expect(bash("journey source a:b/c") == ["files", "2", "", "a:b/c"])
  }

  @Test func `the step that is kept in a file is offered with its prompts, by reading alone`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "state/journey/profiles/default.json",
      JSON.object([
        "version": 2,
        "servers": [
          "https://am.example.com/am": ["journey": ["document": Step.document([Step.name, Step.password])]]
        ],
      ]).text())
    try folder.write("state/journey/profiles/broken.json", "{\"journey\":")
    let before = folder.names("state/journey/profiles")
    let facts = CompletionFacts.local(
      environment: ["XDG_STATE_HOME": "\(folder.path)/state", "JOURNEY_SERVER": "https://am.example.com/am/"],
      sandboxJourneys: { [] }, typedJourneys: { ["Typed"] })
    func words(_ words: String...) -> [String] { CompletionReply.plain(words, facts) }
    #expect(words("--store", "file", "set", "") == ["words", "0\tName User Name", "1\tPassword Password"])
    #expect(words("--store=file", "set", "Pass") == ["words", "Password"])
    #expect(words("--store", "file", "login", "x", "--answer", "Na") == ["words", "Name="])
    #expect(words("set", "") == ["words"])
    #expect(words("--store", "file", "--profile", "broken", "set", "") == ["words"])
    #expect(words("--store", "file", "--profile", "../default", "set", "") == ["words"])
    #expect(words("start", "T") == ["words", "Typed"])
    #expect(folder.names("state/journey/profiles") == before)
  }
}
