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
  }

  private var byKind: [Kind: [Device]] = [:]
  /// Recovery codes that are left, by kind of device.
  var recoveryCodes: [Kind: [String]] = [:]

  subscript(kind: Kind) -> [Device] {
    get { byKind[kind] ?? [] }
    set { byKind[kind] = newValue }
  }
}
