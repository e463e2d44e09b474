import JSON
import JourneyCommands
import Testing

@Suite struct ExpectTests {
  private func bench() async throws -> Bench {
    let bench = try Bench()
    bench.server.expect(
      [
        "tokenId": "t", "realm": "/alpha", "n": 30, "f": 1.5, "big": 12_345_678_901_234_567, "b": true,
        "nothing": .null,
        "s": "Hello World", "digits": "30", "time": "2026-11-30T12:05:00Z", "list": ["a", 2, true],
        "x.y": ["z": "deep"],
      ])
    try await bench.run("start")
    return bench
  }

  @Test(arguments: [
    "details.n == 30", "details.n == 30.0", "details.n == 3e1", "details.n != 31", "details.f == 1.50",
    "details.b == true",
    "details.b != false", "details.s == 'Hello World'", "details.s != 'hello world'", "details.digits != 30.0",
    "details.digits == 30", "details.nothing == null", "details.n > 29", "details.n < 30.5", "details.digits > 4",
    "details.time > 2026-11-30T12:04:59.5Z", "details.time < 2026-11-30T13:06:00+01:00", "details.s contains World",
    "details.list contains a", "details.list contains 2", "details.list contains true", "details.s ~ '^hello'i",
    "details.s ~ 'o W'", "details.n ~ '^3'", "details.nothing exists", "details.gone absent", "details.list[1] == 2",
    "details[\"x.y\"].z == deep", "kind == success", "details.list == '[\"a\",2,true]'",
    "details.big > 12345678901234566",
  ])
  func `what holds is matched`(_ text: String) async throws {
    let line = text.replacingRegex()
    #expect(try await bench().run("expect \(line)") == ["matched": true])
  }

  @Test func `a path that leads nowhere comes with the names that are there`() async throws {
    let bench = try await bench()
    #expect(await bench.failure("expect details.digit == 1")?.hint == "Did you mean digits?")
    #expect(await bench.failure("expect session.nothing exists")?.hint == "It has realm, successUrl, established.")
    #expect(await bench.failure("expect details.n == 1")?.hint == nil)
  }

  @Test func `the paths of a result are offered a name at a time`() throws {
    let result: JSON = ["kind": "success", "list": [["a": 1], 2], "more": ["x.y": ["z": 1], "none": [:]]]
    func paths(_ typed: String) -> [String] {
      let facts = CompletionFacts(result: { result })
      guard case .words(let words) = ShellCompletion(facts: facts).answer(["expect", typed]) else { return [] }
      return words.map(\.value)
    }
    #expect(paths("") == ["kind", "list[", "more."])
    #expect(paths("li") == ["list["])
    #expect(paths("list[") == ["list[0].", "list[1]"])
    #expect(paths("list[0].") == ["list[0].a"])
    #expect(paths("more.") == ["more.none"])
    #expect(paths("more[") == ["more[\"x.y\"]."])
    #expect(paths("nothing.") == [] && paths("[") == [])
  }

  @Test(arguments: [
    "details.n == 31", "details.n == x", "details.b == 1", "details.s == Hello", "details.n > 30", "details.s > 3",
    "details.gone == 1", "details.gone != 1", "details.gone exists", "details.s absent", "details.s contains world",
    "details.list contains b", "details.s ~ '^W'", "details.list[9] == 2",
  ])
  func `what does not hold is an expectation with path and actual value`(_ text: String) async throws {
    let failure = await (try bench()).failure("expect \(text)")
    #expect(failure?.code == .expectation)
    #expect(failure?.exitStatus == 4)
    #expect(failure?.data["path"]?.string == text.split(separator: " ").first.map(String.init))
    #expect(failure?.data["actual"] != nil)
  }

  @Test(arguments: [
    "details.s ~ '('", "details.s ~", "details.s exists x", "details.s is x", "a..b exists", "a[ exists", "a[] exists",
    ".a exists", "details.n < abc",
  ])
  func `what cannot be asked is a usage error`(_ text: String) async throws {
    #expect(await (try bench()).failure("expect \(text)")?.code == .usage)
  }

  @Test(arguments: [
    ("successUrl == x", "Did you mean session.successUrl?"), ("details.lost == 1", "Did you mean list?"),
    ("zzzz exists", "It has kind, session, details, "), ("z exists", "Did you mean details[\"x.y\"].z?"),
  ])
  func `a path that leads nowhere is told what may be meant`(_ text: String, _ hint: String) async throws {
    let failure = await (try bench()).failure("expect \(text)")
    #expect(failure?.hint?.hasPrefix(hint) == true, "\(failure?.hint ?? "")")
  }

  @Test func `what is there and not as wanted needs no hint, an operator that is none does`() async throws {
    #expect(await (try bench()).failure("expect kind == error")?.hint == nil)
    #expect(await (try bench()).failure("expect kind = success")?.hint == "Did you mean ==?")
    #expect(await (try bench()).failure("expect kind exist")?.hint == "Did you mean exists?")
  }

  @Test func `expect does not become the last result`() async throws {
    let bench = try await bench()
    try await bench.run(
      "expect kind == success; echo a; let x 1; config realm; profile; capture k kind; expect kind == success")
    #expect(try await bench.run("echo ${k}") == ["text": "success"])
  }

  @Test func `of a command that there is not the error is the last result`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("start; - nope; expect error.code == usage")
  }

  @Test func `the last result of a failed command is its error`() async throws {
    let bench = try await bench()
    #expect(try await bench.run("- set 0 x; expect error.code == not-started") == ["matched": true])
    #expect(try await bench.run("- set; expect error.code == usage") == ["matched": true])
  }

  @Test func `values in JSON keep their type`() async throws {
    let bench = try await bench()
    #expect(try await bench.call("expect", ["details.n", "==", 30]) == ["matched": true])
    #expect(try await bench.call("expect", ["details.b", "==", true]) == ["matched": true])
  }
}

extension String {
  /// `'…'i` is written here for a pattern without regard to case.
  fileprivate func replacingRegex() -> String {
    hasSuffix("'i")
      ? String(dropLast(2)).split(separator: "'").enumerated().map {
        $0.offset == 0 ? String($0.element) : "'(?i)\($0.element)'"
      }.joined() : self
  }
}
