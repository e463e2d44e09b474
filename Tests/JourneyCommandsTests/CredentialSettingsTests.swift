import JSON
import JourneyCommands
import Testing

@Suite struct CredentialSettingsTests {
  private func failure(_ options: JSON.Object, password: String? = nil) async throws -> Failure? {
    var options = options
    options["server"] = "https://am.example.com/am"
    if password != nil { options["keyPasswordFrom"] = "env:KEYPW" }
    let bench = try Bench(options, environment: ["KEYPW": password ?? ""]) { world in
      world.readFile = { path throws(Failure) in
        if path == "/gone" { throw Failure(.usage, "/gone cannot be read: No such file or directory.") }
        return Array("root:x:0:0:root:/root:/bin/bash\n".utf8)
      }
    }
    bench.server.expect(Step.login)
    let failure = await bench.failure("start")
    if failure != nil { #expect(bench.server.requests.isEmpty) }
    return failure
  }

  @Test(
    arguments: [
      (["cacert": "/etc/passwd"], "cacert", "--cacert: /etc/passwd holds no certificate in PEM."),
      (["cacert": "/gone"], "cacert", "--cacert: /gone cannot be read: No such file or directory."),
      (["cert": "/etc/passwd"], "cert", "--cert: /etc/passwd holds no certificate in PEM."),
      (["cert": "/some.p12"], "cert", "--cert: /some.p12 is no PKCS #12 file."),
      (
        ["key": "/etc/passwd"], "key",
        "--key: a key alone is of no use: --cert names the certificate that goes with it."
      ),
    ] as [(JSON.Object, String, String)])
  func `a file of no use is told before a request, with the setting and the reason`(
    _ options: JSON.Object, _ key: String, _ message: String
  ) async throws {
    let failure = try await failure(options)
    #expect(failure?.code == .config && failure?.data["key"]?.string == key)
    #expect(failure?.message == message)
  }

  @Test func `without such settings nothing is looked at`() async throws {
    #expect(try await failure([:]) == nil)
  }
}
