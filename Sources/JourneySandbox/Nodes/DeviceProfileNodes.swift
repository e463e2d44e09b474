import JSON

/// Asks for what a device knows of itself.
struct DeviceProfileCollectorNode: Node {
  private let maximumBytes: Int
  private let wantsMetadata: Bool
  private let wantsLocation: Bool
  private let message: LocalizedText

  init(_ configuration: NodeConfiguration) {
    maximumBytes = max(configuration.integer("maximumSize", else: 3), 1) * 1024
    wantsMetadata = configuration.flag("deviceMetadata", else: true)
    wantsLocation = configuration.flag("deviceLocation", else: false)
    message = configuration.texts("message")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let text = visit.answers("DeviceProfileCallback").first?.text(), !text.isEmpty else {
      return .ask([
        CallbackDraft(
          "DeviceProfileCallback",
          outputs: [
            ("metadata", .bool(wantsMetadata)), ("location", .bool(wantsLocation)),
            ("message", .string(visit.text(message, else: ""))),
          ], inputs: [.text("")])
      ])
    }
    guard text.utf8.count <= maximumBytes else {
      throw NodeFailure("the device profile is larger than \(maximumBytes) bytes")
    }
    guard let profile = try? JSON(parsing: text), profile["identifier"]?.string?.isEmpty == false else {
      throw NodeFailure("the device profile has no identifier")
    }
    visit.state.shared[DeviceProfile.key] = profile
    return .outcome("outcome")
  }
}

enum DeviceProfile {
  static let key = "forgeRock.device.profile"

  static func collected(_ visit: Visit) throws(NodeFailure) -> JSON {
    guard let profile = visit.state.shared[key] else { throw NodeFailure("no device profile was collected") }
    return profile
  }

  /// The values of a document by their paths.
  static func leaves(_ json: JSON?, path: String = "") -> [String: JSON] {
    guard let object = json?.object else { return json.map { [path: $0] } ?? [:] }
    return object.members.reduce(into: [:]) { leaves, member in
      leaves.merge(self.leaves(member.value, path: path + "/" + member.name)) { $1 }
    }
  }

  /// Kilometres between two points on the earth, by the haversine formula; nil without both.
  static func kilometres(_ first: JSON?, _ second: JSON?) -> Double? {
    guard let a = point(first), let b = point(second) else { return nil }
    return kilometres(a, b)
  }

  static func point(_ location: JSON?) -> (Double, Double)? {
    guard let latitude = location?["latitude"]?.double, let longitude = location?["longitude"]?.double else {
      return nil
    }
    return (latitude, longitude)
  }
}
