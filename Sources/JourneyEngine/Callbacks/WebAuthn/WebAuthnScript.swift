import JSON

// The script form: a script for the browser holds the options as JavaScript.
extension WebAuthnOptions {
  /// Nil where this is not the script of a WebAuthn node.
  init?(script text: String) {
    let script = ScriptText(text)
    guard script.contains("webAuthnOutcome") else { return nil }
    if let document = Self.context(of: script) {
      self.init(data: document)
      return
    }
    guard let operation = Self.operation(of: script) else { return nil }
    self.init(operation)
    challenge = script.member("challenge").flatMap { start in
      script.statement(at: start).flatMap { script.byteArrays(in: $0).first }
    }
    timeoutMilliseconds = script.member("timeout").flatMap { script.integer(at: $0) }
    switch operation {
    case .registration: readRegistration(script)
    case .authentication: readAuthentication(script)
    }
  }

  private mutating func readRegistration(_ script: ScriptText) {
    let party = script.member("rp").flatMap { script.balanced(at: $0) }
    let user = script.member("user").flatMap { script.balanced(at: $0) }
    if let party {
      relyingPartyID = script.member("id", in: party).flatMap { script.string(at: $0) }?.text
      relyingPartyName = script.member("name", in: party).flatMap { script.string(at: $0) }?.text
    }
    if let user {
      userID = script.member("id", in: user).flatMap { script.firstString(from: $0) }
      userName = script.member("name", in: user).flatMap { script.string(at: $0) }?.text
      userDisplayName = script.member("displayName", in: user).flatMap { script.string(at: $0) }?.text
    }
    attestation = script.member("attestation").flatMap { script.string(at: $0) }?.text
    algorithms = Self.algorithms(script.document("pubKeyCredParams"))
    authenticatorSelection = AuthenticatorSelection(script.document("authenticatorSelection"))
    excludeCredentials = script.credentials("excludeCredentials")
  }

  private mutating func readAuthentication(_ script: ScriptText) {
    relyingPartyID = script.member("rpId").flatMap { script.string(at: $0) }?.text
    requestedVerification = script.member("userVerification").flatMap { script.string(at: $0) }?.text
    allowCredentials = script.credentials("allowCredentials")
  }

  private static func operation(of script: ScriptText) -> Operation? {
    if script.contains("credentials.create") { return .registration }
    return script.contains("credentials.get") ? .authentication : nil
  }

  /// The data document that newer scripts keep in a variable.
  private static func context(of script: ScriptText) -> JSON.Object? {
    guard let range = script.variable("scriptContext").flatMap({ script.balanced(at: $0) }) else { return nil }
    return (try? JSON(parsing: script.text(range)))?.object
  }
}

extension ScriptText {
  /// From here to the end of the line.
  fileprivate func statement(at start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    return start..<(bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
  }

  /// The first string literal of the line.
  fileprivate func firstString(from start: Int) -> String? {
    guard let line = statement(at: start) else { return nil }
    return line.lazy.compactMap { string(at: $0)?.text }.first
  }

  /// A member that is written as JSON.
  fileprivate func document(_ name: String) -> JSON? {
    guard let range = member(name).flatMap({ balanced(at: $0) }) else { return nil }
    return try? JSON(parsing: text(range))
  }

  /// The byte lists in a member, or in the variable that it names.
  fileprivate func credentials(_ name: String) -> [[UInt8]]? {
    guard let start = member(name) else { return nil }
    let list = balanced(at: start) ?? self.name(at: start).flatMap { variable($0) }.flatMap { balanced(at: $0) }
    return list.map { byteArrays(in: $0) }
  }
}
