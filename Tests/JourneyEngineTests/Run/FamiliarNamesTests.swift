import JSON
import JourneyEngine
import Testing

/// Code as developers know it from the SDK for iOS, compiled as it stands.
@Suite struct FamiliarNamesTests {
  @Test func `code written for the SDK compiles and runs`() async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(200, Scene.success())])
    let journey = Journey.createJourney { config in
      config.serverUrl = Scene.server
      config.realm = "alpha"
      config.cookie = "iPlanetDirectoryPro"
      config.timeout = 30
      config.module(OidcModule.config) { oidc in
        oidc.clientId = "journey"
        oidc.scopes = Set(["openid", "profile"])
        oidc.redirectUri = "org.example.journey:/callback"
        oidc.discoveryEndpoint = "\(Scene.server)/oauth2/realms/root/realms/alpha/.well-known/openid-configuration"
        oidc.additionalParameters = ["custom": "x"]
      }
      config.module(SessionModule.config)
      config.transport = server
    }
    var node: any Node = await journey.start("Login") { options in
      options.forceAuth = false
      options.noSession = false
    }
    while let step = node as? ContinueNode {
      for callback in step.callbacks {
        switch callback {
        case let callback as NameCallback: callback.name = "demo"
        case let callback as PasswordCallback: callback.password = "Ch4ng31t"
        default: break
        }
      }
      node = await step.next()
    }
    switch node {
    case let node as SuccessNode:
      #expect(node.session?.value == "S1.*AAJ*")
      #expect(node.user != nil)
      #expect(await journey.session() != nil)
      #expect(await journey.journeyUser() != nil)
    case let node as ErrorNode: Issue.record("\(node.message) \(node.status) \(node.input)")
    case let node as FailureNode: Issue.record("\(node.cause)")
    default: Issue.record("no node")
    }
    let sent = server.requests[1].json?["callbacks"]
    #expect(sent?[0]?["input"]?[0]?["value"] == "demo" && sent?[1]?["input"]?[0]?["value"] == "Ch4ng31t")
    #expect(JourneyState(node: node).node is SuccessNode)
    server.finish()
  }

  @Test func `a module that is named twice keeps what was set first`() {
    var config = JourneyConfig()
    #expect(config.configuration(of: OidcModule.config) == nil)
    config.module(OidcModule.config) { $0.clientId = "a" }
    config.module(OidcModule.config) { $0.redirectUri = "b:/" }
    #expect(config.configuration(of: OidcModule.config)?.clientId == "a")
    #expect(config.configuration(of: OidcModule.config)?.redirectUri == "b:/")
  }
}
