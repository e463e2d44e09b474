import HTTPClient

/// Lets every exchange go through the tracer.
struct TracingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let tracer: Tracer

  init(_ base: any HTTPTransport, tracer: Tracer) {
    self.base = base
    self.tracer = tracer
  }

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    guard tracer.mode != .off else { return try await base.send(request) }
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
}
