import JSON

/// The script form of a WebAuthn step: what a browser runs, and what clients without one read the options from (am-protocol 3.5.2).
enum WebAuthnScripts {
  /// Makes a credential.
  static func registration(_ data: JSON.Object, challenge: [UInt8], exclude: [WebAuthnCredential]) -> String {
    func text(_ name: String) -> String { data[name]?.string ?? "" }
    return script(
      """
      var publicKey = {
        challenge: \(SignedBytes.script(challenge)),
        rp: { id: \(quoted(text("_relyingPartyId"))), name: \(quoted(text("relyingPartyName"))) },
        user: {
          id: Uint8Array.from(\(quoted(text("userId"))), function (c) { return c.charCodeAt(0); }),
          name: \(quoted(text("userName"))),
          displayName: \(quoted(text("displayName")))
        },
        pubKeyCredParams: \(text("pubKeyCredParams")),
        attestation: "\(text("attestationPreference"))",
        timeout: \(text("timeout")),
        excludeCredentials: [\(exclude.map(\.script).joined(separator: ","))],
        authenticatorSelection: \(text("authenticatorSelection"))
      };
      """, call: "create",
      result: "bytes(made.response.attestationObject) + \"::\" + made.id")
  }

  /// Signs with a credential.
  static func authentication(_ data: JSON.Object, challenge: [UInt8], allow: [WebAuthnCredential]) -> String {
    func text(_ name: String) -> String { data[name]?.string ?? "" }
    return script(
      """
      var publicKey = {
        challenge: \(SignedBytes.script(challenge)),
        timeout: \(text("timeout")),
        userVerification: "\(text("userVerification"))",
        allowCredentials: [\(allow.map(\.script).joined(separator: ","))],
        rpId: \(quoted(text("_relyingPartyId")))
      };
      """, call: "get",
      result:
        "bytes(made.response.authenticatorData) + \"::\" + bytes(made.response.signature) + \"::\" + made.id + \"::\" + user(made)"
    )
  }

  /// The algorithms in the form that stands in scripts.
  static func algorithms(_ algorithms: [COSEAlgorithm]) -> String {
    "[ \(algorithms.map { "{ \"type\": \"public-key\", \"alg\": \($0.rawValue) }" }.joined(separator: ", ")) ]"
  }

  /// What a page shows meanwhile.
  static let spinner = """
    var note = document.createElement("p");
    note.id = "webAuthnNote";
    note.textContent = "Waiting for local device...";
    document.getElementById("loginButton_0").parentNode.appendChild(note);

    """

  /// After the options no bracket is closed: clients without a browser look for the last one to find the end of a list.
  private static func script(_ options: String, call: String, result: String) -> String {
    """
    function answer(outcome) {
      document.getElementById("webAuthnOutcome").value = outcome;
      document.getElementById("loginButton_0").click();
    }
    function bytes(buffer) {
      return new Int8Array(buffer).toString();
    }
    function user(made) {
      return new TextDecoder().decode(made.response.userHandle || new ArrayBuffer(0));
    }
    \(options)
    if (!window.PublicKeyCredential) {
      answer("unsupported");
    } else {
      navigator.credentials.\(call)({ "publicKey": publicKey }).then(function (made) {
        answer(new TextDecoder().decode(made.response.clientDataJSON) + "::" + \(result));
      }).catch(function (error) {
        answer("ERROR::" + error);
      });
    }

    """
  }

  private static func quoted(_ text: String) -> String { "\"\(text.escapedForScript)\"" }
}
