import HTTPClient
import Testing

extension CurlTransport {
  /// A transport that no proxy in the environment can disturb.
  static func forTests(_ change: (inout HTTPClientConfiguration) -> Void = { _ in }) -> CurlTransport {
    var configuration = HTTPClientConfiguration()
    configuration.proxy = ""
    change(&configuration)
    return CurlTransport(configuration)
  }

  /// The error of a request that is expected to fail.
  func failure(of request: HTTPRequest) async throws -> HTTPClientError {
    try await #require(throws: HTTPClientError.self) { try await send(request) }
  }
}

extension HTTPRequest {
  static func get(_ port: Int, _ target: String = "/") throws -> HTTPRequest {
    HTTPRequest(url: try #require(HTTPURL("http://127.0.0.1:\(port)\(target)")))
  }

  static func post(_ port: Int, _ target: String = "/", body: String = "x=1") throws -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: try #require(HTTPURL("http://127.0.0.1:\(port)\(target)")),
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
