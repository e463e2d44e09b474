import Foundation
import HTTPClient
import TLSServer
import Testing

/// Certificates of an authority of our own, made by the `openssl` command for each run, and `openssl s_server` with them.
@Suite struct TLSTests {
  private func failure(
    _ url: HTTPURL, _ change: (inout HTTPClientConfiguration) -> Void = { _ in }
  ) async throws -> HTTPClientError {
    let error = try await CurlTransport.forTests(change).failure(of: HTTPRequest(method: "POST", url: url, body: []))
    #expect(error.phase == .tls, "\(error)")
    #expect(!error.detail.isEmpty)
    return error
  }

  @Test func `a certificate of the authority in the CA file is trusted`() async throws {
    let server = try TLSServer(certificate: "good")
    let transport = CurlTransport.forTests { $0.caFile = server.file("ca.pem") }
    #expect(try await transport.send(HTTPRequest(url: try server.url)).status == 200)
  }

  @Test func `an authority that is not in the CA file is refused`() async throws {
    let server = try TLSServer(certificate: "good")
    let error = try await failure(try server.url)
    #expect(!error.mayHaveReachedServer)
    #expect(error.description.contains("127.0.0.1:\(server.port)/"))
    _ = try await failure(try server.url) { $0.caFile = server.file("other.pem") }
  }

  @Test(arguments: ["wronghost", "expired", "selfsigned"])
  func `a bad certificate is refused`(_ certificate: String) async throws {
    let server = try TLSServer(certificate: certificate)
    #expect(try await !failure(try server.url) { $0.caFile = server.file("ca.pem") }.mayHaveReachedServer)
  }

  @Test(arguments: ["good", "wronghost", "expired", "selfsigned"])
  func `the insecure switch takes any certificate`(_ certificate: String) async throws {
    let server = try TLSServer(certificate: certificate)
    let response = try await CurlTransport.forTests { $0.insecure = true }.send(HTTPRequest(url: try server.url))
    #expect(response.status == 200)
  }

  @Test func `a CA file that is not there is a TLS failure that names it`() async throws {
    let server = try TLSServer(certificate: "good")
    #expect(try await failure(try server.url) { $0.caFile = "/nowhere/ca.pem" }.detail.contains("/nowhere/ca.pem"))
  }

  @Test func `a client certificate is shown to a server that asks`() async throws {
    let server = try TLSServer(certificate: "good", asksClient: true)
    let transport = CurlTransport.forTests {
      $0.caFile = server.file("ca.pem")
      $0.clientCertificate = server.file("client.pem")
      $0.clientKey = server.file("client.key")
      $0.clientKeyPassword = "hush-hush"
    }
    #expect(try await transport.send(HTTPRequest(url: try server.url)).status == 200)
  }

  @Test func `without its client certificate, or with a wrong password, there is no connection`() async throws {
    let server = try TLSServer(certificate: "good", asksClient: true)
    _ = try await failure(try server.url) { $0.caFile = server.file("ca.pem") }
    for password in [nil, "wrong-word"] {
      let error = try await failure(try server.url) {
        $0.caFile = server.file("ca.pem")
        $0.clientCertificate = server.file("client.pem")
        $0.clientKey = server.file("client.key")
        $0.clientKeyPassword = password
      }
      #expect(!error.mayHaveReachedServer)
      #expect(!error.description.contains("wrong-word"))
    }
  }

  @Test func `a server that speaks no TLS is a TLS failure`() async throws {
    let server = RawServer { connection in
      connection.write("HTTP/1.1 400 Plain\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
    #expect(try await !failure(url).mayHaveReachedServer)
  }
}

extension TLSServer {
  /// What a request goes to.
  fileprivate var url: HTTPURL {
    get throws { try #require(HTTPURL("https://127.0.0.1:\(port)/")) }
  }
}
