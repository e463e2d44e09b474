import Crypto
import JSON

/// What the nodes that register an authenticator app have in common: whom it is for, how it looks, and the code that it scans
/// (am-protocol 8.5).
struct Enrolment: Sendable {
  let issuer: String
  private let usesMail: Bool
  let color: String
  let image: String?
  private let message: LocalizedText
  private let makesRecoveryCodes: Bool

  init(_ configuration: NodeConfiguration) {
    issuer = configuration.text("issuer", else: "ForgeRock")
    usesMail = configuration.text("accountName", else: "USERNAME") == "EMAIL_ADDRESS"
    let color = configuration.text("bgColor", else: "032b75")
    self.color = color.hasPrefix("#") ? String(color.dropFirst()) : color
    image = configuration.text("imgUrl").flatMap { $0.isEmpty ? nil : $0 }
    message = configuration.texts("scanQRCodeMessage")
    makesRecoveryCodes = configuration.flag("generateRecoveryCodes", else: true)
  }

  /// - Parameters:
  ///   - scheme: `otpauth`, `pushauth` or `mfauth`.
  ///   - type: what stands before the label: `totp`, `hotp` or `push`.
  ///   - secret: of one-time codes, in base32 whose padding stands as it is.
  func uri(_ scheme: String, _ type: String, of user: User, secret: [UInt8]? = nil, _ parameters: Parameters) -> String
  {
    let account = usesMail ? user.attribute("mail")?.string ?? user.name : user.name
    let query = (secret.map { "secret=" + Base32.encode($0) + "&" } ?? "") + parameters.encoded
    return
      "\(scheme)://\(type)/\(PercentText.encode(issuer)):\(PercentText.encode(account))?\(query)"
  }

  /// A text, the script that draws the code, and the URI for clients that draw nothing.
  func callbacks(_ uri: String, _ visit: Visit) -> [CallbackDraft] {
    let text = visit.text(
      message,
      else: "Scan the QR code image below with the authenticator app to register your device with your login.")
    return [.text(text), .text(Script.code(uri), .script), .hidden("mfaDeviceRegistration", value: uri)]
  }

  func recoveryCodes(_ visit: Visit) -> [String] {
    makesRecoveryCodes ? DeviceMaker.recoveryCodes(visit) : []
  }
}

/// Scripts for browsers, in callbacks of type 4.
enum Script {
  /// Draws a code for a URI, which stands in it escaped.
  static func code(_ uri: String) -> String {
    "var uri = \"\(uri.escapedForScript)\";\ndocument.querySelector(\"#callback_0\").textContent = uri;\n"
  }
}
