/// One user agent: its settings, its session and tokens, and the journey that it is in.
final class Profile: Sendable {
  let name: String
  let queue = ProfileQueue()

  init(name: String) {
    self.name = name
  }
}
