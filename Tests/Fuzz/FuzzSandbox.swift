import Crypto
import Dispatch
import HTTPServer
import JOSE
import JSON
import Synchronization

@testable import JourneySandbox

/// What reaches the sandbox from outside: files that it is started with, and requests.
enum FuzzSandbox {
  /// An export is loaded, or refused with words that name the file.
  static func exports(_ bytes: [UInt8]) {
    guard let document = try? JSON(parsing: bytes) else { return }
    do throws(SandboxError) {
      var builder = JourneyBuilder()
      for tree in try ExportReader.trees(in: document, file: "fuzz.json") { _ = try builder.journey(tree) }
    } catch {
      require(error.description.contains("fuzz.json"), "a failure without its file")
    }
  }

  /// Users, clients and switches are read, or refused with one line that names the file and, of a document, the place.
  static func seeds(_ bytes: [UInt8]) {
    let path = FuzzFile.root + "/seeds.json"
    guard FuzzFile.write(bytes, to: path) else { return }
    read(path) { () throws(SandboxError) in
      for user in try UsersFile.seeds(path) {
        require(isLine(user.name), "a name that is no line")
        require(
          user.attributes["mail"].map { $0.string.map(isLine) ?? false } ?? true, "a mail address that is no line")
      }
    }
    read(path) { () throws(SandboxError) in
      for client in try ClientsFile.clients(path) {
        require(isLine(client.id) && client.redirectURIs.allSatisfy(isLine), "a client that is no line")
        require(client.isPublic || client.secret?.isEmpty == false || client.keys?.keys.isEmpty == false, "no proof")
      }
    }
    read(path) { () throws(SandboxError) in
      var settings = Services.Settings()
      let rules = try SwitchesFile.read(file: path, options: [], into: &settings, random: SystemRandom())
      require(isLine(settings.cookieName), "a cookie name that is no line")
      for case .status(_, _, let type) in rules.faults.map(\.kind) { require(isLine(type), "a type that is no line") }
    }
  }

  private static func read(_ path: String, _ body: () throws(SandboxError) -> Void) {
    do throws(SandboxError) {
      try body()
    } catch {
      require(error.description.hasPrefix(path + ": "), "a failure without its file")
      require(isLine(error.description), "a failure of several lines")
    }
  }

  private static func isLine(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// `METHOD TARGET`, a header a line, an empty line, the body: every request has an answer that HTTP can carry.
  static func requests(_ bytes: [UInt8]) {
    guard let application, let request = request(in: bytes) else { return }
    let answered = Answered()
    Task {
      answered.response = await application.answer(request).response
      answered.signal()
    }
    answered.wait()
    guard let response = answered.response else { return }
    require((200..<600).contains(response.status), "the status \(response.status)")
    for header in response.headers {
      let text = header.name + header.value
      require(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "a control character in \(header.name)")
    }
  }

  private static let application: Application? = {
    var configuration = SandboxConfiguration()
    configuration.controlToken = "fuzz"
    let made = try? Application.make(configuration, clock: .system, random: SystemRandom()).application
    made?.listens(on: 80)
    return made
  }()

  private static func request(in bytes: [UInt8]) -> ServerRequest? {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard let words = line()?.split(separator: " "), words.count == 2 else { return nil }
    var headers: [(name: String, value: String)] = []
    while let text = line(), let colon = text.firstIndex(of: ":") {
      headers.append((String(text[..<colon]), String(text[text.index(after: colon)...].drop { $0 == " " })))
    }
    return ServerRequest(method: String(words[0]), target: String(words[1]), headers: headers, body: Array(rest))
  }
}

/// An answer that the fuzzer's thread waits for.
private final class Answered: Sendable {
  private let state = Mutex<ServerResponse?>(nil)
  private let done = DispatchSemaphore(value: 0)

  var response: ServerResponse? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func signal() { done.signal() }
  func wait() { done.wait() }
}
