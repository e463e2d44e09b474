internal import COpenSSL

/// A public key that checks signatures over plain bytes: RSA, on one of NIST's curves, or Ed25519.
///
/// - Source: RFC 5280 4.1.2.7 (its form in bytes), FIPS 186-5, RFC 8032.
package struct PublicKey: Sendable, Hashable {
  package enum Curve: Sendable, CaseIterable {
    case p256, p384, p521

    /// The length of a coordinate, in bytes.
    package var byteCount: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// The `SubjectPublicKeyInfo` in DER, which says what kind of key it is too.
  package let bytes: [UInt8]

  /// Nil for bytes that are no public key.
  package init?(bytes: [UInt8]) {
    guard let key = OpenSSLKey(bytes: bytes), let own = key.bytes else { return nil }
    self.bytes = own
  }

  /// A point on a curve; nil where the point is not on it or a coordinate is too long or too short.
  package init?(_ curve: Curve, x: [UInt8], y: [UInt8]) {
    guard x.count == curve.byteCount, y.count == curve.byteCount else { return nil }
    // Values are copied only when all parameters are together, so that they stay where they are until then.
    let key = ([0x04] + x + y).withUnsafeBytes { point in
      OpenSSLKey(kind: "EC") { parameters in
        OSSL_PARAM_BLD_push_utf8_string(parameters, pointer("group"), pointer(curve.name), 0) == 1
          && OSSL_PARAM_BLD_push_octet_string(parameters, pointer("pub"), point.baseAddress, point.count) == 1
      }
    }
    guard let bytes = key?.bytes else { return nil }
    self.bytes = bytes
  }

  /// An RSA key from its numbers, the most significant byte first; nil below 2,048 bits.
  package init?(modulus: [UInt8], exponent: [UInt8]) {
    let (n, e) = (BN_bin2bn(modulus, Int32(modulus.count), nil), BN_bin2bn(exponent, Int32(exponent.count), nil))
    defer {
      BN_free(n)
      BN_free(e)
    }
    guard BN_num_bits(n) >= 2048, BN_num_bits(n) <= 16_384, BN_is_odd(n) == 1, BN_is_odd(e) == 1 else { return nil }
    let key = OpenSSLKey(kind: "RSA") { parameters in
      OSSL_PARAM_BLD_push_BN(parameters, pointer("n"), n) == 1
        && OSSL_PARAM_BLD_push_BN(parameters, pointer("e"), e) == 1
    }
    guard let bytes = key?.bytes else { return nil }
    self.bytes = bytes
  }

  /// An Ed25519 key of 32 bytes.
  package init?(ed25519 point: [UInt8]) {
    guard point.count == 32,
      let bytes = OpenSSLKey(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, point, point.count))?.bytes
    else { return nil }
    self.bytes = bytes
  }

  /// Whether a signature over the message is of this key's owner: PKCS #1 v1.5 for RSA, DER for ECDSA.
  ///
  /// - Parameter hash: the function that the message is hashed with; nil for Ed25519, which has its own.
  package func verifies(_ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm?) -> Bool {
    guard let key = OpenSSLKey(bytes: bytes), let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      // What a bad signature leaves in OpenSSL's list of errors would be blamed on the next caller.
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, hash?.function, nil, key.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

extension PublicKey.Curve {
  /// OpenSSL's name of it.
  fileprivate var name: StaticString {
    switch self {
    case .p256: "P-256"
    case .p384: "P-384"
    case .p521: "P-521"
    }
  }
}

/// A name for OpenSSL, which keeps the pointer and no copy of it.
private func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// A key of OpenSSL, freed with this object.
final class OpenSSLKey {
  let pointer: OpaquePointer

  init?(_ pointer: OpaquePointer?) {
    guard let pointer else {
      ERR_clear_error()
      return nil
    }
    self.pointer = pointer
  }

  convenience init?(bytes: [UInt8]) {
    self.init(
      bytes.withUnsafeBufferPointer { buffer in
        var next = buffer.baseAddress
        let key = d2i_PUBKEY(nil, &next, buffer.count)
        guard next != buffer.baseAddress.map({ $0 + buffer.count }) else { return key }
        EVP_PKEY_free(key)
        return nil
      })
  }

  /// - Parameter push: gives the parameters of the key; false where one cannot be given.
  convenience init?(kind: String, _ push: (OpaquePointer) -> Bool) {
    guard let builder = OSSL_PARAM_BLD_new() else { return nil }
    defer { OSSL_PARAM_BLD_free(builder) }
    guard push(builder), let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
    defer { OSSL_PARAM_free(parameters) }
    guard let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_fromdata_init(context) == 1,
      EVP_PKEY_fromdata(context, &key, journey_public_key_selection, parameters) == 1
    else {
      ERR_clear_error()
      return nil
    }
    self.init(key)
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// The `SubjectPublicKeyInfo` in DER.
  var bytes: [UInt8]? {
    var output: UnsafeMutablePointer<UInt8>?
    let count = i2d_PUBKEY(pointer, &output)
    guard count > 0, let output else { return nil }
    defer { CRYPTO_free(output, #file, #line) }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }
}
