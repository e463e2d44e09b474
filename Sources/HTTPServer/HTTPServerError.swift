/// Why a server could not be started.
package enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another program listens there.
  case portTaken(host: String, port: Int)
  /// Ports below 1024 need rights that this process does not have.
  case notPermitted(host: String, port: Int)
  /// The host is neither an IP address of this machine nor `localhost`, or the port is not one.
  case badAddress(host: String, port: Int)
  /// The system refused, for the reason in `detail`.
  case system(host: String, port: Int, detail: String)
  /// There is no HTTP library to serve with.
  case library(String)

  /// One sentence for a person, with host and port.
  package var description: String {
    switch self {
    case .portTaken(let host, let port): "Port \(port) of \(host) is in use."
    case .notPermitted(let host, let port): "There is no permission to listen on port \(port) of \(host)."
    case .badAddress(let host, let port): "\(host), port \(port), is not an address to listen on."
    case .system(let host, let port, let detail): "Cannot listen on port \(port) of \(host): \(detail)."
    case .library(let reason):
      "\(reason)."
    }
  }
}
