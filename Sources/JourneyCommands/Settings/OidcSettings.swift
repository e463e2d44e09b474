import JSON
import JourneyEngine

/// The OAuth 2.0 client that the settings describe.
extension Workspace {
  func oidc(_ settings: Settings) async throws(Failure) -> OidcConfig {
    var config = OidcConfig()
    config.clientId = settings.text("clientId") ?? ""
    config.redirectUri = settings.text("redirectUri") ?? ""
    config.discoveryEndpoint = settings.text("discovery") ?? ""
    config.setScopes(settings.list("scope"))
    config.acrValues = settings.text("acr")
    config.par = settings.flag("par")
    config.clientAuth = settings.text("clientAuth").flatMap { ClientAuthentication(rawValue: $0) }
    for pair in settings.pairs("oidcParam") { Self.put(pair.value, as: pair.name, into: &config) }
    if config.authentication != .none || config.clientAuth == nil {
      config.clientSecret = try await secret(settings, "clientSecretFrom").map { Secret($0) }
    }
    if let path = settings.text("clientKey") { config.clientKey = Secret(try await keyText(path)) }
    return config
  }

  private func keyText(_ path: String) async throws(Failure) -> String {
    let data: JSON.Object = ["key": "clientKey", "candidates": [], "path": .string(path)]
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try await world.readFile(path)
    } catch {
      throw Failure(.config, "--client-key: \(error.message)", data: data)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.config, "--client-key: \(path) is neither a JWK nor PEM.", data: data)
    }
    return text
  }

  /// Parameters that have a setting of their own in the engine go there.
  private static func put(_ value: String, as name: String, into config: inout OidcConfig) {
    switch name {
    case "prompt": config.prompt = value
    case "login_hint": config.loginHint = value
    case "ui_locales": config.uiLocales = value
    case "acr_values": config.acrValues = config.acrValues ?? value
    case "nonce": config.nonce = value
    default: config.additionalParameters[name] = value
    }
  }
}
