import Testing

@testable import JourneyCommands

@Suite struct SecretGenerationTests {
  @Test func `a server's secrets are forgotten after a generation of newer ones, given ones are not`() {
    let secrets = SecretRegistry()
    secrets.register("given-password")
    secrets.register("issued-first", isIssued: true)
    let count = SecretRegistry.generation
    for number in 0..<(count - 1) { secrets.register("issued-\(number)-a", isIssued: true) }
    #expect(secrets.scrub("x issued-first y given-password") == "x •••• y ••••")
    for number in 0..<count { secrets.register("issued-\(number)-b", isIssued: true) }
    #expect(secrets.scrub("issued-first") == "••••")
    secrets.register("issued-last", isIssued: true)
    #expect(secrets.scrub("issued-first") == "issued-first")
    #expect(secrets.scrub("issued-0-b issued-last given-password") == "•••• •••• ••••")
    #expect(secrets.knows("given-password") && secrets.knows("issued-0-b") && !secrets.knows("issued-first"))
  }

  @Test func `of several secrets that begin alike the longest is taken`() {
    let secrets = SecretRegistry()
    secrets.register("token-1")
    secrets.register("token-1-and-more", isIssued: true)
    #expect(secrets.scrub("a token-1-and-more b token-1 c token") == "a •••• b •••• c token")
    secrets.register("token-1-and")
    #expect(secrets.scrub("token-1-and") == "••••")
  }
}
