import Crypto

/// Random texts in the forms that AM gives them.
struct TokenMaker: Sendable {
  let random: any RandomSource
  /// Whether sessions are kept in their tokens, which then are long.
  var clientSideSessions = false
  /// Whether the server is one of several behind one name.
  var hasSite = false

  /// A session token of 110 characters, 114 with a site: `<27 base64url>.*` and a block that begins `AAJTSQ`, with `.` for `=`, then `*`; where the client
  /// keeps the session, one of two thousand: `*AAJ…*` and a JWT (am-protocol 1.10, 5.2).
  func sessionToken() -> String {
    if clientSideSessions {
      let header = Base64URL.encode(Array(#"{"typ":"JWT","alg":"HS256"}"#.utf8))
      let parts = [header, Base64URL.encode(random.bytes(1420)), Base64URL.encode(random.bytes(32))]
      return "*AAJTSQACMDEAAlNLAAAAAlMxAAIwMQ..*" + parts.joined(separator: ".")
    }
    return form(storageKey: 28, site: hasSite ? [0, 2, 0x30, 0x31] : [0, 0]) + (hasSite ? "..*" : ".*")
  }

  /// The reference to a journey's state, which stands in each `authId` of an attempt (am-protocol 2.2): 118 characters, never a session token.
  func attemptReference() -> String {
    form(storageKey: 33, site: [0, 2, 0x30, 0x31]) + "*"
  }

  /// 26 characters of `[0-9a-v]`: the one-time key of an `authId` (am-protocol 2.2).
  func oneTimeKey() -> String {
    String(decoding: Base32.digits(random.bytes(16), of: TokenMaker.keyDigits), as: UTF8.self)
  }

  /// 27 characters of base64url: codes, access and refresh tokens (am-protocol 7.2).
  func opaque() -> String { Base64URL.encode(random.bytes(20)) }

  func uuid() -> String { UUIDText.random(random) }

  /// Decimal digits, each as likely as the others.
  func digits(_ count: Int) -> String {
    var text = ""
    while text.utf8.count < count {
      for byte in random.bytes(count) where byte < 250 && text.utf8.count < count {
        text += String(byte % 10)
      }
    }
    return text
  }

  private static let keyDigits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// `<27 base64url>.*` and a block of named values, each text behind two bytes of length: `SI`, `SK`, `type` and `S1`.
  ///
  /// - Parameters:
  ///   - count: the characters of `SK`: twenty-one random bytes are spread over them; they fill the form and guard nothing.
  ///   - site: the value of `S1`, with its length.
  private func form(storageKey count: Int, site: [UInt8]) -> String {
    let bytes = random.bytes(41)
    var block: [UInt8] = []
    block.reserveCapacity(64)
    block += [0, 2, 0x53, 0x49, 0, 2, 0x30, 0x31, 0, 2, 0x53, 0x4B, 0, UInt8(count)]
    for place in 0..<count {
      block.append(TokenMaker.letters[(Int(bytes[20 + place % 21]) + place * 7) % TokenMaker.letters.count])
    }
    block += [0, 4, 0x74, 0x79, 0x70, 0x65, 0, 3, 0x43, 0x54, 0x53, 0, 2, 0x53, 0x31]
    block += site
    return Base64URL.encode(Array(bytes[..<20])) + ".*" + Base64URL.encode(block)
  }
}
