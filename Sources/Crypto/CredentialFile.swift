internal import COpenSSL

/// The bytes of a file with certificates or a private key, as a TLS library reads it: so that what is wrong with a file is told
/// before a connection, and as what it is.
package struct CredentialFile {
  /// Why a file is of no use.
  package enum Problem: Error, Equatable, Sendable {
    /// No certificate in it.
    case noCertificate
    /// No private key in it.
    case noKey
    /// The key is encrypted, and there is no password.
    case noPassword
    case wrongPassword
    /// No PKCS #12 file at all.
    case noArchive
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether there is a certificate in PEM.
  package func checkCertificates() throws(Problem) {
    let certificate = reading { PEM_read_bio_X509_AUX($0, nil, answerPassword, nil) }
    guard let certificate else { throw .noCertificate }
    X509_free(certificate)
  }

  /// Whether there is a private key in PEM that this password opens.
  package func checkKey(password: String?) throws(Problem) {
    let asked = Asked(password)
    let key = reading { PEM_read_bio_PrivateKey($0, nil, answerPassword, Unmanaged.passUnretained(asked).toOpaque()) }
    if let key { return EVP_PKEY_free(key) }
    guard asked.isAsked else { throw .noKey }
    throw password == nil ? .noPassword : .wrongPassword
  }

  /// Whether this is a PKCS #12 file that the password opens.
  package func checkArchive(password: String?) throws(Problem) {
    guard let archive = reading({ d2i_PKCS12_bio($0, nil) }) else { throw .noArchive }
    defer { PKCS12_free(archive) }
    defer { ERR_clear_error() }
    if PKCS12_verify_mac(archive, password ?? "", -1) == 1 { return }
    throw password == nil ? .noPassword : .wrongPassword
  }

  private func reading<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
    bytes.withUnsafeBytes { buffer in
      guard let source = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
      defer {
        BIO_free(source)
        ERR_clear_error()
      }
      return body(source)
    }
  }

  /// The password, and whether the library has asked for it.
  fileprivate final class Asked {
    let password: [UInt8]
    var isAsked = false

    init(_ password: String?) { self.password = Array((password ?? "").utf8) }
  }
}

/// Gives OpenSSL the password of a key. Without an answer of ours it would ask on the terminal.
private func answerPassword(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let buffer else { return -1 }
  let asked = Unmanaged<CredentialFile.Asked>.fromOpaque(context).takeUnretainedValue()
  asked.isAsked = true
  guard asked.password.count <= Int(size) else { return -1 }
  for (index, byte) in asked.password.enumerated() { buffer[index] = CChar(bitPattern: byte) }
  return Int32(asked.password.count)
}
