/// What is known to be secret by its name alone, wherever it stands: the net below masking by value.
enum SecretNames {
  /// Members of JSON documents, fields of forms and query parameters.
  static func isMember(_ name: String) -> Bool { members.contains(name.lowercased()) }

  private static let members: Set<String> = [
    "authid", "tokenid", "sessionupgradessotokenid", "suspendedid", "access_token", "refresh_token", "id_token",
    "id_token_hint", "token", "code", "code_verifier", "client_secret", "client_assertion", "password", "csrf", "state",
    "nonce", "request", "request_uri", "samlresponse", "sharedsecret", "recoverycodes", "key", "secret", "userpassword",
    "login_hint", "accesstoken", "refreshtoken", "idtoken", "oauth_token", "form_post_entry", "relaystate",
  ]

  /// Fields of forms that prove something: their values are secrets wherever they stand afterwards.
  static func isCredential(_ name: String) -> Bool { credentials.contains(name.lowercased()) }

  private static let credentials: Set<String> = [
    "access_token", "refresh_token", "id_token", "id_token_hint", "token", "code", "code_verifier", "client_secret",
    "client_assertion", "password", "csrf",
  ]

  /// Members of a registered device that let somebody else stand in for it (am-protocol 6.4).
  static func isDeviceMember(_ name: String) -> Bool { deviceMembers.contains(name.lowercased()) }

  private static let deviceMembers: Set<String> = [
    "sharedsecret", "secret", "recoverycodes", "recoverycode", "key", "privatekey", "secretkey", "seed",
  ]

  /// Headers with credentials.
  static func isHeader(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains(name)
      || ["token", "secret", "password", "api-key", "apikey", "session"].contains { name.range(of: $0) != nil }
  }

  /// Headers of a request that hold nothing secret; the others are masked, since the session goes in a header whose name the
  /// server chooses, and a person's own headers may hold anything.
  static func isPlainRequestHeader(_ name: String) -> Bool {
    [
      "accept", "accept-api-version", "accept-language", "content-length", "content-type", "host", "user-agent",
      "x-forgerock-transactionid", "x-requested-with",
    ].contains(name.lowercased())
  }

  /// Outputs of callbacks that only say what is asked for. The others may hold codes and enrolment URIs, which are shown by
  /// commands and by nothing else (CONTRACT.md 4).
  static func isPlainOutput(_ name: String) -> Bool { plainOutputs.contains(name) }

  private static let plainOutputs: Set<String> = [
    "prompt", "choices", "options", "defaultChoice", "defaultOption", "optionType", "messageType", "waitTime",
    "policies",
    "failedPolicies", "required", "validateOnly", "name", "echoOn", "defaultText", "provider", "providers",
    "predefinedQuestions", "version", "allowUserDefinedQuestions", "terms", "createDate", "displayName", "accessLevel",
    "isRequired", "fields",
  ]
}
