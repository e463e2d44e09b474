import JSON
import Testing

@testable import JourneyEngine

@Suite struct CorpusEndingTests {
  private func node(_ file: CorpusFile) async throws -> (node: any Node, body: JSON) {
    let body = try file.document()
    let status = file.facts["status"]?.integer ?? (file.kind == "success" ? 200 : body["code"]?.integer ?? 401)
    let server = ScriptedServer([.json(status, body)])
    let node = await Scene.journey(server).start("Login")
    server.finish()
    return (node, body)
  }

  @Test(arguments: CorpusFile.all("success"))
  func `a success keeps what the server said of the session`(_ file: CorpusFile) async throws {
    let (node, body) = try await node(file)
    let success = try #require(node as? SuccessNode)
    #expect(success.successURL == body["successUrl"]?.string)
    #expect(success.realm == body["realm"]?.string)
    #expect(success.established == (body["tokenId"]?.string?.isEmpty == false))
    #expect(success.session?.value == body["tokenId"]?.string)
  }

  @Test(arguments: CorpusFile.all("failure"))
  func `a failure keeps the words of the server`(_ file: CorpusFile) async throws {
    let (node, body) = try await node(file)
    #expect(!(node is SuccessNode) && !(node is ContinueNode))
    guard let error = node as? ErrorNode else {
      #expect(node is FailureNode)
      return
    }
    for (name, value) in [("code", error.code), ("reason", error.reason), ("detail", error.detail)] {
      if let sent = body[name], !sent.isNull { #expect(value == sent, "\(name)") }
    }
    if let message = body["message"]?.string, !message.isEmpty { #expect(error.message == message) }
  }

  @Test(arguments: CorpusFile.all("steps"))
  func `a whole step goes back as it came`(_ file: CorpusFile) throws {
    let document = try file.document()
    let step = Step(document)
    #expect(step.callbacks.count == document["callbacks"]?.array?.count ?? 0)
    for defaults in [false, true] {
      #expect(emptied(step.reply(defaults: defaults)).text() == emptied(document).text())
    }
    if let stage = file.facts["stage"]?.string, !stage.isEmpty { #expect(step.stage == stage) }
    if let header = file.facts["header"]?.string { #expect(step.header == header) }
    if let description = file.facts["description"]?.string { #expect(step.description == description) }
  }

  private func emptied(_ step: JSON) -> JSON {
    guard case .object(var members) = step, case .array(let callbacks)? = members["callbacks"] else { return step }
    members["callbacks"] = .array(callbacks.map(withoutValues))
    return .object(members)
  }
}
