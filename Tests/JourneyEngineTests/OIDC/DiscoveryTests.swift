import JSON
import JourneyEngine
import Testing

@Suite struct DiscoveryTests {
  private let address = "https://am.example.test/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration"
  private let base = "https://am.example.test/am/oauth2/realms/root/realms/alpha"

  @Test func `missing members are derived from the token endpoint and the address`() {
    let found = Discovery(document: ["issuer": "https://am.example.test/am/oauth2"], address: address)
    #expect(found.authorizationEndpoint == base + "/authorize")
    #expect(found.tokenEndpoint == base + "/access_token")
    #expect(found.revocationEndpoint == base + "/token/revoke")
    #expect(found.introspectionEndpoint == base + "/introspect")
    #expect(found.jwksURI == base + "/connect/jwk_uri")
    #expect(found.userinfoEndpoint == base + "/userinfo")
    #expect(found.endSessionEndpoint == nil && found.pushedAuthorizationRequestEndpoint == nil)
  }

  @Test func `a query behind the token endpoint stays behind the derived ones`() {
    let document: JSON.Object = ["token_endpoint": "https://am.example.test/am/oauth2/access_token?realm=/alpha"]
    let found = Discovery(document: document, address: address)
    #expect(found.revocationEndpoint == "https://am.example.test/am/oauth2/token/revoke?realm=/alpha")
  }
}
