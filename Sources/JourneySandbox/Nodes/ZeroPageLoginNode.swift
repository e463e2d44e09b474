import HTTPServer
import JSON

/// Takes name and password from headers (journey-nodes 7.4).
struct ZeroPageLoginNode: Node {
  private let usernameHeader: String
  private let passwordHeader: String
  private let allowsWithoutReferer: Bool
  private let referers: [String]

  init(_ configuration: NodeConfiguration) {
    usernameHeader = configuration.text("usernameHeader", else: "X-OpenAM-Username")
    passwordHeader = configuration.text("passwordHeader", else: "X-OpenAM-Password")
    allowsWithoutReferer = configuration.flag("allowWithoutReferer", else: true)
    referers = configuration.list("referrerWhiteList")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    if !allowsWithoutReferer {
      guard let referer = visit.facts.header("Referer"), referers.contains(referer) else { return .outcome("false") }
    }
    let name = try value(usernameHeader, visit)
    let password = try value(passwordHeader, visit)
    guard name != nil || password != nil else { return .outcome("false") }
    if let name { visit.state.shared["username"] = .string(name) }
    if let password { visit.state.transient["password"] = .string(password) }
    return .outcome("true")
  }

  private func value(_ header: String, _ visit: Visit) throws(NodeFailure) -> String? {
    let values = visit.facts.request.headers(header)
    guard values.count <= 1 else { throw NodeFailure("the header \(header) came more than once") }
    return values.first.map(EncodedWord.decode)
  }
}
