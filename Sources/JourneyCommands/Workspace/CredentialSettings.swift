import Crypto
import HTTPClient
import JSON

/// The files that TLS needs: whom to trust, and who we are.
extension Workspace {
  /// Puts them into a configuration after a look at each: what a TLS library says of a file that it cannot use names neither the
  /// setting nor the reason.
  func setCredentials(
    of settings: Settings, in configuration: inout HTTPClientConfiguration
  ) async throws(Failure) {
    configuration.caFile = try await file(settings, "cacert") { file throws(CredentialFile.Problem) in
      try file.checkCertificates()
    }
    let password = try await secret(settings, "keyPasswordFrom")
    configuration.clientKeyPassword = password
    let certificate = settings.text("cert")
    let isArchive = certificate.map(HTTPClientConfiguration.isArchive) ?? false
    configuration.clientCertificate = try await file(settings, "cert") { file throws(CredentialFile.Problem) in
      if isArchive { return try file.checkArchive(password: password) }
      try file.checkCertificates()
      if settings.text("key") == nil { try file.checkKey(password: password) }
    }
    guard settings.text("key") == nil || certificate != nil else {
      throw Self.problem("key", "a key alone is of no use: --cert names the certificate that goes with it.")
    }
    configuration.clientKey = try await file(settings, "key") { file throws(CredentialFile.Problem) in
      try file.checkKey(password: password)
    }
  }

  /// The path of a file that a setting names, once `check` has found it usable.
  private func file(
    _ settings: Settings, _ key: String, _ check: (CredentialFile) throws(CredentialFile.Problem) -> Void
  ) async throws(Failure) -> String? {
    guard let path = settings.text(key).map(world.path) else { return nil }
    do throws(Failure) {
      let file = CredentialFile(try await world.readFile(path))
      do throws(CredentialFile.Problem) {
        try check(file)
      } catch {
        throw Self.problem(error.isOfPassword ? "keyPasswordFrom" : key, "\(path) \(error.text).")
      }
    } catch {
      if error.code == .config { throw error }
      throw Self.problem(key, error.message, path: path)
    }
    return path
  }

  private static func problem(_ key: String, _ message: String, path: String? = nil) -> Failure {
    var data: JSON.Object = ["key": .string(key), "candidates": []]
    if let path { data["path"] = .string(path) }
    return Failure(.config, "\(SettingSpec.named(key)?.option ?? key): \(message)", data: data)
  }
}

extension CredentialFile.Problem {
  fileprivate var isOfPassword: Bool { self == .noPassword || self == .wrongPassword }

  /// As what is said of a file.
  fileprivate var text: String {
    switch self {
    case .noCertificate: "holds no certificate in PEM"
    case .noKey: "holds no private key in PEM"
    case .noPassword: "is encrypted, and no password is set"
    case .wrongPassword: "does not open with this password"
    case .noArchive: "is no PKCS #12 file"
    }
  }
}
