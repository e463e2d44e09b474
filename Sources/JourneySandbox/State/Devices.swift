import JSON

/// The devices that a user has registered, each in the form that the device endpoints list (am-protocol 6.4) with what the server keeps
/// beside it.
struct Devices: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case oath, push, webauthn, binding, profile
  }

  struct Device: Sendable {
    /// The item as it is listed, `_id` included.
    var item: JSON.Object
    /// What is not listed: keys, counters, secrets.
    var secret: JSON.Object

    var id: String { item["_id"]?.string ?? "" }

    init(item: JSON.Object, secret: JSON.Object) {
      self.item = item
      self.secret = secret
    }

    /// A device whose storage was postponed, out of the state of a journey.
    init?(_ json: JSON?) {
      guard let item = json?["item"]?.object, let secret = json?["secret"]?.object else { return nil }
      self.init(item: item, secret: secret)
    }

    /// As it waits in the state of a journey.
    var json: JSON { ["item": .object(item), "secret": .object(secret)] }
  }

  private var byKind: [Kind: [Device]] = [:]
  /// Recovery codes that are left, by kind of device.
  var recoveryCodes: [Kind: [String]] = [:]
  /// The kinds that the user does without, so that nodes for which that is no must do not ask for them.
  var declined: Set<Kind> = []

  subscript(kind: Kind) -> [Device] {
    get { byKind[kind] ?? [] }
    set { byKind[kind] = newValue }
  }

  /// The one device of its kind from now on, with codes of its own.
  mutating func replace(_ kind: Kind, with device: Device, recoveryCodes codes: [String]) {
    byKind[kind] = [device]
    recoveryCodes[kind] = codes
    declined.remove(kind)
  }
}
