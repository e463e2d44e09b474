/// Why nothing was sent.
package enum Refusal: Error, Sendable, Equatable {
  /// A setting does not do. `key` is its name as a command-line option in camelCase.
  case config(key: String, message: String)
  /// An advice that cannot be read.
  case advice(String)
  /// The step was answered already, or its answer is on its way.
  case closedStep
  /// Another process has sent the step, or died while it did.
  case sentStep
  /// A suspended step has no handle to answer with: it goes on by its link.
  case suspended
  /// A link or return URL that leads to another host. Both are origins.
  case wrongHost(link: String, server: String)
  /// A return URL, but no step waits for one.
  case noPendingStep
  /// Neither a link nor a suspended id.
  case unreadableLink(String)
  /// The kept state cannot be read or written.
  case storage(StorageError)
}

extension Refusal: CustomStringConvertible {
  /// One line for a person.
  package var description: String {
    switch self {
    case .config(_, let message): message
    case .advice(let problem): "the advice cannot be read: \(problem)"
    case .closedStep: "this step has been answered already"
    case .sentStep:
      "another process has sent this step already, or ended while it did: it is not sent twice"
    case .suspended: "the journey waits for something outside; resume it with the link or id that comes from there"
    case .wrongHost(let link, let server):
      "the link leads to \(link), but the server is \(server); trust that origin if it is right"
    case .noPendingStep: "no step waits for the return from another site; start the journey again"
    case .unreadableLink(let problem): "this is no link, return URL or suspended id: \(problem)"
    case .storage(let error): error.message
    }
  }
}

/// The kept state cannot be read or written.
public struct StorageError: Error, Sendable, Equatable {
  /// What is wrong, one line for a person.
  public var message: String
  /// Where it is kept, when it is a file.
  public var path: String?

  /// An error with its message.
  public init(message: String, path: String? = nil) {
    self.message = message
    self.path = path
  }
}
