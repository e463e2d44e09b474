import Crypto
import JSON

/// The registration of a phone for push messages: the client shows a code and polls until the phone has come to `push/sns/message`.
struct PushEnrolment: Sendable {
  static let deviceName = "Push Device"

  enum Progress {
    /// Nothing is under way.
    case none
    case waiting
    case registered(PushInbox.Message)
    case refused
    case late
  }

  private let timeoutSeconds: Int

  init(_ configuration: NodeConfiguration) {
    timeoutSeconds = max(configuration.integer("timeout", else: 60), 1)
  }

  /// The polling callback in the answer is what tells a registration that is under way (am-protocol 3.8).
  func progress(_ visit: Visit) -> Progress {
    guard !visit.answers("PollingWaitCallback").isEmpty, let id = visit.state.shared[key(visit)]?.string else {
      return .none
    }
    guard let message = visit.services.push.message(id, at: visit.now) else { return .late }
    switch message.state {
    case .waiting: return .waiting
    case .accepted: return .registered(message)
    case .denied: return .refused
    }
  }

  private func key(_ visit: Visit) -> String { visit.nodeID + ".messageId" }

  /// Begins to wait for a phone, and gives what the URI tells it.
  func begin(_ enrolment: Enrolment, _ visit: Visit) -> Parameters {
    func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
    let random = visit.services.tokens.random
    let id = "REGISTER:" + visit.services.tokens.uuid() + String(visit.now.milliseconds)
    visit.state.shared[key(visit)] = .string(id)
    let message = PushInbox.Message(secret: random.bytes(32), challenge: random.bytes(32))
    visit.services.push.add(message, id: id, until: visit.now.adding(seconds: timeoutSeconds), at: visit.now)
    let endpoint = visit.facts.baseURL + "/json" + visit.realm.canonicalPath + "/push/sns/message?_action="
    var parameters = Parameters()
    parameters.add("l", encoded("amlbcookie=01"))
    parameters.add("issuer", encoded(enrolment.issuer))
    parameters.add("m", id)
    parameters.add("s", Base64URL.encode(message.secret))
    parameters.add("c", Base64URL.encode(message.challenge))
    parameters.add("r", encoded(endpoint + "register"))
    parameters.add("a", encoded(endpoint + "authenticate"))
    parameters.add("b", enrolment.color)
    if let image = enrolment.image { parameters.add("image", encoded(image)) }
    return parameters
  }

  /// The phone that has answered.
  func device(_ message: PushInbox.Message, _ enrolment: Enrolment, _ visit: Visit) -> Devices.Device {
    visit.state.remove(key(visit))
    let facts = message.registration
    return DeviceMaker.device(
      facts["deviceName"]?.string ?? PushEnrolment.deviceName, visit,
      secret: [
        "secret": .string(Base64.encode(message.secret)), "deviceId": facts["deviceId"] ?? .null,
        "mechanismUid": facts["mechanismUid"] ?? .null, "issuer": .string(enrolment.issuer),
      ])
  }

  static let poll = CallbackDraft.pollingWait(milliseconds: 2000, message: "Waiting for response...")
}
