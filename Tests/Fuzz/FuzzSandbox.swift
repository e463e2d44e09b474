import Crypto
import Dispatch
import HTTPServer
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

  /// Users, clients and switches are read, or refused with words.
  static func seeds(_ bytes: [UInt8]) {
    let path = FuzzFile.root + "/seeds.json"
    guard FuzzFile.write(bytes, to: path) else { return }
    if let users = try? UsersFile.seeds(path) { require(!users.isEmpty, "no user at all") }
    if let clients = try? ClientsFile.clients(path) { require(!clients.isEmpty, "no client at all") }
    var settings = Services.Settings()
    do throws(SandboxError) {
      _ = try SwitchesFile.read(file: path, options: [], into: &settings, random: SystemRandom())
    } catch {
      require(error.description.contains(path), "a failure without its file")
    }
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
