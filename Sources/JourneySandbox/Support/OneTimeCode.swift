import Crypto

/// Codes of OATH: HOTP (RFC 4226), and TOTP (RFC 6238) with the time step as counter.
enum OneTimeCode {
  static func code(secret: [UInt8], counter: Int, digits: Int, algorithm: HashAlgorithm) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> ((7 - $0) * 8)) }
    let mac = algorithm.hmac(key: secret, message)
    let offset = Int((mac.last ?? 0) & 15)
    let number = mac[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    let text = String(number % (digits == 8 ? 100_000_000 : 1_000_000))
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
