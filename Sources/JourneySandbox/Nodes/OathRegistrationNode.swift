import Crypto
import JSON

/// Registers an authenticator app for one-time codes (journey-nodes 7.6).
struct OathRegistrationNode: Node {
  private let issuer: String
  private let usesMail: Bool
  private let color: String
  private let image: String?
  private let makesRecoveryCodes: Bool
  private let message: LocalizedText
  private let digits: Int
  private let secretBytes: Int
  private let isTimed: Bool
  private let period: Int
  private let hash: String
  private let postpones: Bool

  init(_ configuration: NodeConfiguration) {
    issuer = configuration.text("issuer", else: "ForgeRock")
    usesMail = configuration.text("accountName", else: "USERNAME") == "EMAIL_ADDRESS"
    color = configuration.text("bgColor", else: "032b75")
    image = configuration.text("imgUrl").flatMap { $0.isEmpty ? nil : $0 }
    makesRecoveryCodes = configuration.flag("generateRecoveryCodes", else: true)
    message = configuration.texts("scanQRCodeMessage")
    digits = configuration.text("passwordLength", else: "SIX_DIGITS") == "EIGHT_DIGITS" ? 8 : 6
    secretBytes = min(max(configuration.integer("minSharedSecretLength", else: 32), 32), 256) / 2
    isTimed = configuration.text("algorithm", else: "TOTP") != "HOTP"
    period = max(configuration.integer("totpTimeInterval", else: 30), 1)
    hash = configuration.text("totpHashAlgorithm", else: "HMAC_SHA1")
    postpones = configuration.flag("postponeDeviceProfileStorage", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let key = visit.nodeID + ".secret"
    guard !visit.answers("ConfirmationCallback").isEmpty, let secret = visit.state.transient[key]?.string,
      let bytes = Base64.decode(secret)
    else {
      let bytes = visit.services.tokens.random.bytes(secretBytes)
      visit.state.transient[key] = .string(Base64.encode(bytes))
      let uri = uri(user, secret: bytes)
      return .ask([
        .text(
          visit.text(
            message,
            else: "Scan the QR code image below with the authenticator app to register your device with your login.")),
        .text(Script.code(uri), .script), .hidden("mfaDeviceRegistration", value: uri),
        .confirmation(["Next"], defaultOption: 0, preset: 0),
      ])
    }
    visit.state.transient[key] = nil
    store(bytes, for: user, visit)
    return .outcome("successOutcome")
  }

  private func uri(_ user: User, secret: [UInt8]) -> String {
    let account = usesMail ? user.attribute("mail")?.string ?? user.name : user.name
    var parameters = Parameters()
    parameters.add("secret", Base32.encode(secret))
    parameters.add("issuer", issuer)
    if isTimed { parameters.add("period", String(period)) } else { parameters.add("counter", "0") }
    parameters.add("digits", String(digits))
    parameters.add("b", color.hasPrefix("#") ? String(color.dropFirst()) : color)
    if hash != "HMAC_SHA1" { parameters.add("algorithm", String(hash.dropFirst(5))) }
    if let image { parameters.add("image", image) }
    return
      "otpauth://\(isTimed ? "totp" : "hotp")/\(PercentText.encode(issuer)):\(PercentText.encode(account))?\(parameters.encoded)"
  }

  private func store(_ secret: [UInt8], for user: User, _ visit: Visit) {
    let device = DeviceMaker.device(
      "OATH Device", visit,
      secret: [
        "secret": .string(Base64.encode(secret)), "digits": .number(JSON.Number(digits)), "hash": .string(hash),
        "counter": 0,
        "lastStep": -1,
      ])
    let codes = makesRecoveryCodes ? DeviceMaker.recoveryCodes(visit) : []
    if postpones {
      visit.state.transient["oathDeviceProfile"] = device.json
      visit.state.transient["oathRecoveryCodes"] = .array(codes.map(JSON.string))
    } else {
      visit.realm.users.change(user.name) { user in
        user.devices[.oath] = [device]
        user.devices.recoveryCodes[.oath] = codes
      }
    }
    DeviceMaker.show(codes, of: "OATH Device", visit)
  }
}

/// Stores what a registration has postponed.
struct OathDeviceStorageNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard let device = Devices.Device(visit.state.transient["oathDeviceProfile"]) else {
      return .outcome("failureOutcome")
    }
    let codes = (visit.state.transient["oathRecoveryCodes"]?.array ?? []).compactMap(\.string)
    visit.realm.users.change(user.name) { user in
      user.devices[.oath] = [device]
      user.devices.recoveryCodes[.oath] = codes
    }
    visit.state.remove("oathDeviceProfile")
    visit.state.remove("oathRecoveryCodes")
    return .outcome("successOutcome")
  }
}

/// Makes the records of devices.
enum DeviceMaker {
  static func device(_ name: String, _ visit: Visit, more: JSON.Object = JSON.Object(), secret: JSON.Object)
    -> Devices.Device
  {
    let id = visit.services.tokens.uuid()
    let now = JSON.number(JSON.Number(visit.now.milliseconds))
    var item: JSON.Object = [
      "_id": .string(id), "uuid": .string(id), "deviceName": .string(name), "createdDate": now, "lastAccessDate": now,
    ]
    for member in more.members { item[member.name] = member.value }
    return Devices.Device(item: item, secret: secret)
  }

  /// Ten codes of ten characters.
  static func recoveryCodes(_ visit: Visit) -> [String] {
    (0..<10).map { _ in String(visit.services.tokens.oneTimeKey().prefix(10)).uppercased() }
  }

  /// Leaves the codes for the node that shows them.
  static func show(_ codes: [String], of device: String, _ visit: Visit) {
    guard !codes.isEmpty else { return }
    visit.state.transient["recoveryCodes"] = .array(codes.map(JSON.string))
    visit.state.transient["recoveryCodeDeviceName"] = .string(device)
  }
}

/// Scripts for browsers, in callbacks of type 4.
enum Script {
  /// Draws a code for a URI, which stands in it escaped.
  static func code(_ uri: String) -> String {
    "var uri = \"\(uri.escapedForScript)\";\ndocument.querySelector(\"#callback_0\").textContent = uri;\n"
  }
}
