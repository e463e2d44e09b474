import HTTPServer
import JSON

/// `…/.well-known/openid-configuration` (am-protocol 7.1, 11.4).
enum Discovery {
  static func document(_ call: Call) -> JSON {
    let own = OAuthEndpoints(call)
    let scopes = Set(call.realm.provider.clients.flatMap(\.scopes)).union(["openid", "profile", "email"])
    let document: JSON.Object = [
      "issuer": .string(own.issuer), "authorization_endpoint": .string(own.authorize),
      "token_endpoint": .string(own.token),
      "userinfo_endpoint": .string(own.userinfo), "jwks_uri": .string(own.keys),
      "revocation_endpoint": .string(own.revocation), "introspection_endpoint": .string(own.introspection),
      "end_session_endpoint": .string(own.endSession), "check_session_iframe": .string(own.checkSession),
      "pushed_authorization_request_endpoint": .string(own.par), "device_authorization_endpoint": .string(own.device),
      "registration_endpoint": .string(own.registration),
      "version": "3.0", "scopes_supported": texts(scopes.sorted()),
      "response_types_supported": texts(["code", "id_token", "none"]),
      "response_modes_supported": texts(["query", "fragment", "form_post"]),
      "grant_types_supported": texts([
        "authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code",
      ]),
      "subject_types_supported": texts(["public"]), "id_token_signing_alg_values_supported": texts(["RS256"]),
      "token_endpoint_auth_methods_supported": texts(
        (call.services.settings.isFork ? [] : ["none"]) + [
          "client_secret_basic", "client_secret_post", "private_key_jwt",
        ]),
      "token_endpoint_auth_signing_alg_values_supported": texts(["RS256", "PS256", "ES256"]),
      "revocation_endpoint_auth_methods_supported": texts([
        "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
      ]),
      "introspection_endpoint_auth_methods_supported": texts([
        "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
      ]),
      "code_challenge_methods_supported": texts(["S256"]), "acr_values_supported": texts(call.realm.journeys.names),
      "prompt_values_supported": texts(["none", "login", "consent"]),
      "claims_supported": texts([
        "sub", "name", "given_name", "family_name", "preferred_username", "updated_at", "email", "phone_number",
        "auth_time", "acr", "nonce",
      ]),
      "claims_parameter_supported": false, "request_parameter_supported": false,
      "request_uri_parameter_supported": false,
      "require_request_uri_registration": false, "authorization_response_iss_parameter_supported": true,
    ]
    guard call.services.settings.isFork else { return .object(document) }
    return .object(JSON.Object(document.members.filter { member in !newer.contains { member.name.hasPrefix($0) } }))
  }

  /// How the members begin that the fork lacks (am-protocol 7.1).
  private static let newer = [
    "revocation_", "introspection_", "response_modes_", "grant_types_", "code_challenge_", "pushed_authorization_",
    "prompt_", "authorization_response_iss_",
  ]

  private static func texts(_ list: [String]) -> JSON { .array(list.map(JSON.string)) }
}
