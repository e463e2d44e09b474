internal import COpenSSL

/// A hash function, with the HMAC made from it.
///
/// - Source: FIPS 180-4, RFC 2104.
package enum HashAlgorithm: Sendable, CaseIterable {
  /// 20 bytes. Broken for signatures; one-time passwords (RFC 4226) still use it.
  case sha1
  /// 32 bytes.
  case sha256
  /// 48 bytes.
  case sha384
  /// 64 bytes.
  case sha512

  /// The length of a hash, in bytes.
  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The hash of the bytes, ``byteCount`` long.
  package func hash(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    guard EVP_Digest(bytes, bytes.count, &output, nil, function, nil) == 1 else { unavailable() }
    return output
  }

  /// The HMAC of a message, ``byteCount`` long. A key of any length will do, the empty one too.
  package func hmac(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    guard HMAC(function, key, Int32(key.count), message, message.count, &output, nil) != nil else { unavailable() }
    return output
  }

  /// OpenSSL's description of the function: a constant that needs no freeing.
  private var function: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }

  /// One-shot hashing fails only when memory is out or the machine's OpenSSL configuration forbids the function; no
  /// input brings it about, and no caller could go on.
  private func unavailable() -> Never {
    fatalError("OpenSSL on this machine does not provide \(self)")
  }
}
