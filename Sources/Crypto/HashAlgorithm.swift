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
  ///
  /// Made of two hashes, as RFC 2104 section 2 has it: `HMAC()` of OpenSSL 3 looks up its parts by their names each time, which
  /// takes five times as long as the hashing of a kilobyte.
  package func hmac(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    hmac(key: key, message[...])
  }

  /// The same of a part of some bytes.
  package func hmac(key: [UInt8], _ message: ArraySlice<UInt8>) -> [UInt8] {
    let key = key.count > blockByteCount ? hash(key) : key
    guard let context = EVP_MD_CTX_new() else { unavailable() }
    defer { EVP_MD_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: byteCount)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: blockByteCount) { block in
      /// The hash of the key, each of its bytes changed by the pad, and of what follows it.
      func hash(_ pad: UInt8, _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>)
        -> Bool
      {
        for place in block.indices { block[place] = pad ^ (place < key.count ? key[place] : 0) }
        return EVP_DigestInit_ex(context, function, nil) == 1
          && EVP_DigestUpdate(context, block.baseAddress, block.count) == 1
          && EVP_DigestUpdate(context, text.baseAddress, text.count) == 1
          && EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
      }
      let isMade = output.withUnsafeMutableBufferPointer { output in
        message.withUnsafeBufferPointer { hash(0x36, $0, into: output) }
          && hash(0x5C, UnsafeBufferPointer(output), into: output)
      }
      if !isMade { unavailable() }
    }
    return output
  }

  /// The length of the blocks that the function works on, in bytes.
  private var blockByteCount: Int {
    switch self {
    case .sha1, .sha256: 64
    case .sha384, .sha512: 128
    }
  }

  /// OpenSSL's implementation of the function, looked up once and kept for good.
  var function: OpaquePointer? {
    switch self {
    case .sha1: Self.fetchedSHA1.pointer
    case .sha256: Self.fetchedSHA256.pointer
    case .sha384: Self.fetchedSHA384.pointer
    case .sha512: Self.fetchedSHA512.pointer
    }
  }

  // Guard: OpenSSL's description of a function never changes once it is fetched.
  private struct Function: @unchecked Sendable {
    let pointer: OpaquePointer?

    init(_ name: String) { pointer = EVP_MD_fetch(nil, name, nil) }
  }

  private static let fetchedSHA1 = Function("SHA1")
  private static let fetchedSHA256 = Function("SHA256")
  private static let fetchedSHA384 = Function("SHA384")
  private static let fetchedSHA512 = Function("SHA512")

  /// One-shot hashing fails only when memory is out or the machine's OpenSSL configuration forbids the function; no
  /// input brings it about, and no caller could go on.
  private func unavailable() -> Never {
    fatalError("OpenSSL on this machine does not provide \(self)")
  }
}
