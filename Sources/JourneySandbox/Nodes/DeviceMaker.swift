import Crypto
import JSON

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
