internal import COpenSSL

/// Whether both are the same bytes, in a time that depends on their length alone. The length is no secret: different
/// lengths are told apart at once.
package func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
