import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps the collected device profile for the user.
struct DeviceSaveNode: Node {
  private let maximum: Int
  private let savesMetadata: Bool
  private let savesLocation: Bool

  init(_ configuration: NodeConfiguration) {
    maximum = max(configuration.integer("maxSavedProfiles", else: 5), 1)
    savesMetadata = configuration.flag("saveDeviceMetadata", else: true)
    savesLocation = configuration.flag("saveDeviceLocation", else: true)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let profile = try DeviceProfile.collected(visit)
    let identifier = profile["identifier"] ?? ""
    var item: JSON.Object = [
      "_id": identifier, "alias": profile["alias"] ?? profile["metadata"]?["platform"]?["deviceName"] ?? identifier,
      "identifier": identifier, "lastSelectedDate": .number(JSON.Number(visit.now.milliseconds)), "recoveryCodes": [],
    ]
    if savesMetadata, let metadata = profile["metadata"] { item["metadata"] = metadata }
    if savesLocation, let location = profile["location"] { item["location"] = location }
    let device = Devices.Device(item: item, secret: JSON.Object())
    visit.realm.users.change(user.name) { user in
      user.devices[.profile].removeAll { $0.id == device.id }
      user.devices[.profile].append(device)
      user.devices[.profile] = user.devices[.profile].suffix(maximum)
    }
    return .outcome("outcome")
  }
}

/// Whether the device is one that the user has used before.
struct DeviceMatchNode: Node {
  private let variance: Int
  private let days: Int

  init(_ configuration: NodeConfiguration) {
    variance = configuration.integer("acceptableVariance", else: 0)
    days = configuration.integer("expiration", else: 30)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let profile = try DeviceProfile.collected(visit)
    guard let known = user.devices[.profile].first(where: { $0.id == profile["identifier"]?.string }) else {
      return .outcome("unknownDevice")
    }
    let selected = Moment(milliseconds: known.item["lastSelectedDate"]?.integer ?? 0)
    guard visit.now <= selected.adding(minutes: days * 24 * 60) else { return .outcome("false") }
    let (old, new) = (DeviceProfile.leaves(known.item["metadata"]), DeviceProfile.leaves(profile["metadata"]))
    let differing = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.count
    return .outcome(differing <= variance ? "true" : "false")
  }
}

/// Whether the device is near where it was.
struct DeviceLocationMatchNode: Node {
  private let distance: Double

  init(_ configuration: NodeConfiguration) {
    distance = configuration.number("distance", else: 100)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let profile = try DeviceProfile.collected(visit)
    guard let known = user.devices[.profile].first(where: { $0.id == profile["identifier"]?.string }) else {
      return .outcome("unknownDevice")
    }
    guard let kilometres = DeviceProfile.kilometres(known.item["location"], profile["location"]) else {
      return .outcome("false")
    }
    return .outcome(kilometres <= distance ? "true" : "false")
  }
}

/// Whether the device is near one of several places.
struct DeviceGeoFencingNode: Node {
  private let places: [String]
  private let distance: Double

  init(_ configuration: NodeConfiguration) {
    places = configuration.list("locations")
    distance = configuration.number("distance", else: 100)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let profile = try DeviceProfile.collected(visit)
    guard let point = DeviceProfile.point(profile["location"]) else {
      throw NodeFailure("the device has not told where it is")
    }
    let isInside = places.contains { place in
      let parts = place.split(separator: ",").map { Double(trimmed($0)) }
      guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return false }
      return DeviceProfile.kilometres((latitude, longitude), point) <= distance
    }
    return .outcome(isInside ? "true" : "false")
  }
}

/// Whether the device does not look tampered with.
struct DeviceTamperingVerificationNode: Node {
  private let score: Double

  init(_ configuration: NodeConfiguration) {
    score = configuration.number("score", else: 0)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let profile = try DeviceProfile.collected(visit)
    guard let own = profile["metadata"]?["platform"]?["jailBreakScore"]?.double else { return .outcome("false") }
    return .outcome(own <= score ? "true" : "false")
  }
}

extension DeviceProfile {
  /// Kilometres between two points on the earth, by the haversine formula.
  static func kilometres(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    let radians = Double.pi / 180
    let latitude = (b.0 - a.0) * radians / 2
    let longitude = (b.1 - a.1) * radians / 2
    let chord =
      sin(latitude) * sin(latitude) + cos(a.0 * radians) * cos(b.0 * radians) * sin(longitude) * sin(longitude)
    return 2 * 6371 * asin(min(1, chord.squareRoot()))
  }
}
