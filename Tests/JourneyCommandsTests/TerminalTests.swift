import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

@Suite struct TerminalTests {
  /// Answers questions in order, and remembers them.
  private final class Person: Sendable {
    private let state: Mutex<(answers: [String], asked: [World.Question])>

    init(_ answers: [String]) { state = Mutex((answers, [])) }

    var asked: [World.Question] { state.withLock { $0.asked } }

    func ask(_ question: World.Question) throws(Failure) -> String {
      let answer: String? = state.withLock { state in
        state.asked.append(question)
        return state.answers.isEmpty ? nil : state.answers.removeFirst()
      }
      guard let answer else { throw Failure(.cancelled, "The question was not answered.") }
      return answer
    }
  }

  private func bench(_ person: Person, _ step: JSON = Step.login) async throws -> Bench {
    let bench = try Bench(rights: .terminal) { world in
      world.ask = { question throws(Failure) in try person.ask(question) }
    }
    bench.server.expect(step)
    bench.server.expect(Step.success)
    try await bench.run("start Login")
    return bench
  }

  @Test func `next asks for what is missing, passwords without echo`() async throws {
    let person = Person(["pw"])
    let bench = try await bench(person)
    #expect(try await bench.run("set 0 demo; next")["kind"] == "success")
    #expect(person.asked == [World.Question("Password", isSecret: true)])
    #expect(bench.server.body(1)?["callbacks"]?[1]?["input"]?[0]?["value"] == "pw")
  }

  @Test func `fill asks for everything that is open`() async throws {
    let person = Person(["demo", "pw"])
    #expect(try await bench(person).run("fill")["kind"] == "success")
    #expect(person.asked.map(\.text) == ["User Name", "Password"])
    let again = Person(["pw"])
    #expect(try await bench(again).run("set 0 demo; fill")["kind"] == "success")
    #expect(again.asked.count == 1)
  }

  @Test func `fill asks again for what does not fit`() async throws {
    let choice: JSON = [
      "type": "ChoiceCallback",
      "output": [
        ["name": "prompt", "value": "Which"], ["name": "choices", "value": ["Yes", "No"]],
        ["name": "defaultChoice", "value": 0],
      ], "input": [["name": "IDToken1", "value": 0]],
    ]
    let person = Person(["Maybe", "No"])
    let bench = try await bench(person, Step.document([choice]))
    #expect(try await bench.run("fill")["kind"] == "success")
    #expect(person.asked.map(\.choices) == [["Yes", "No"], ["Yes", "No"]])
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == 1)
  }

  @Test func `fill without anybody to ask names what is missing`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    let failure = await bench.failure("start; fill")
    #expect(failure?.code == .needsInput)
    #expect(failure?.data["missing"] == [0, 1])
  }

  @Test func `an answer that is refused by ^C leaves the step open`() async throws {
    let bench = try await bench(Person([]))
    #expect(await bench.failure("next")?.code == .cancelled)
    #expect(try await bench.run("show")["missing"] == [0, 1])
  }
}
