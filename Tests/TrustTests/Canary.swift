import Foundation

/// The secrets of a test, and every form in which one may leak. The forms are made by Foundation, apart from the program.
enum Canary {
  static let password = "pä\"ss\\w&rd=1+%/日本 c4nary"
  static let wrongPassword = "wr\"ong&p+ss=%/\\x9 c4nary"
  static let oneTimeCode = "OTP-73/19+55&\"c4nary"
  static let session = "AQIC5wM2LY4Sfcz+session/c4nary.*AAJTSQACMDE.*"
  static let clientSecret = "cl&ient\"se=cret+%/ü-c4nary-0123456789"
  static let code = "c0de+/=c4nary&"
  static let deviceSecret = "JBSWY3DPEHPK3PXP+c4nary/device="
  static let authID = "eyJhdXRoIjoiYzRuYXJ5In0.eyJjNG5hcnkiOjF9.authid-c4nary"

  /// Access and refresh tokens are numbered.
  static func access(_ number: Int) -> String { "at+/\(number)=c4nary-access-token-of-some-length" }
  static func refresh(_ number: Int) -> String { "rt+/\(number)=c4nary-refresh-token-of-some-length" }

  static let all: [String] =
    [password, wrongPassword, oneTimeCode, session, clientSecret, code, deviceSecret, authID]
    + (1...9).flatMap { [access($0), refresh($0)] }

  /// The secrets that a text holds, in plain or encoded.
  static func found(in text: String, of secrets: [String]) -> [String] {
    secrets.flatMap { secret in forms(secret).filter { text.contains($0) } }
  }

  private static func forms(_ secret: String) -> Set<String> {
    let once = json(secret)
    var forms: Set<String> = [secret, once, json(once), once.replacingOccurrences(of: "/", with: "\\/")]
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    let loose = secret.addingPercentEncoding(withAllowedCharacters: .init(charactersIn: "-._~").union(.alphanumerics))
    let letters = [percent, loose ?? secret]
    forms.formUnion(letters + letters.map { $0.replacingOccurrences(of: "%20", with: "+") })
    forms.formUnion(letters.map(lowerEscapes))
    let bytes = Array(secret.utf8)
    for shift in 0..<3 {
      // The middle of the encoding, which does not depend on what stands before and behind.
      let whole = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
      let core = String(whole.dropFirst(4).dropLast(4))
      forms.formUnion([core, core.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")])
    }
    return forms
  }

  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = (try? encoder.encode([text])) ?? Data()
    return String(String(decoding: data, as: UTF8.self).dropFirst(2).dropLast(2))
  }

  private static func lowerEscapes(_ text: String) -> String {
    text.components(separatedBy: "%").enumerated().map { index, part in
      index == 0 ? part : part.prefix(2).lowercased() + part.dropFirst(2)
    }
    .joined(separator: "%")
  }
}
