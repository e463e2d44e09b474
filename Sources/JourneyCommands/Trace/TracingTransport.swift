import HTTPClient

/// Lets every exchange go through the tracer, and knows what of it no message may repeat.
struct TracingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let tracer: Tracer
  private let secrets: SecretRegistry

  init(_ base: any HTTPTransport, tracer: Tracer, secrets: SecretRegistry) {
    self.base = base
    self.tracer = tracer
    self.secrets = secrets
  }

  var executor: (any TaskExecutor)? { base.executor }
  func close() { base.close() }

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    register(request)
    guard !tracer.isSilent else { return try await base.send(request) }
    tracer.sending(request)
    do {
      let response = try await base.send(request)
      tracer.received(response)
      return response
    } catch {
      tracer.failed(error)
      throw error
    }
  }

  /// Codes, verifiers, assertions, tokens: a server that refuses a form may repeat it in its error.
  private func register(_ request: HTTPRequest) {
    if let words = request.headers["Authorization"]?.split(separator: " " as Character), words.count == 2 {
      secrets.register(String(words[1]), isIssued: true)
    }
    guard let body = request.body, let type = request.headers["Content-Type"],
      type.hasPrefix("application/x-www-form-urlencoded"), let form = String(validating: body, as: UTF8.self)
    else { return }
    for pair in PercentEncoding.parseQuery(form) where SecretNames.isCredential(pair.name) {
      secrets.register(pair.value, isIssued: true)
    }
  }
}
