import Crypto
import Testing

/// Vectors of FIPS 180 (as published by NIST with the standard).
struct HashTests {
  @Test(arguments: [
    (HashAlgorithm.sha1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    (.sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      .sha384,
      "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"
    ),
    (
      .sha512,
      """
      cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce
      47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
      """
    ),
  ])
  func `nothing has the published hash`(_ algorithm: HashAlgorithm, _ expected: String) {
    #expect(algorithm.hash([]) == hex(expected))
  }

  @Test(arguments: [
    (HashAlgorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
  ])
  func `abc has the published hash`(_ algorithm: HashAlgorithm, _ expected: String) {
    #expect(algorithm.hash(Array("abc".utf8)) == hex(expected))
    #expect(algorithm.byteCount == hex(expected).count)
  }

  @Test(arguments: [
    (HashAlgorithm.sha1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (.sha256, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ])
  func `a message of two blocks has the published hash`(_ algorithm: HashAlgorithm, _ expected: String) {
    let message = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(algorithm.hash(Array(message.utf8)) == hex(expected))
  }

  @Test(arguments: [
    (HashAlgorithm.sha1, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    (.sha256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `a million letters have the published hash`(_ algorithm: HashAlgorithm, _ expected: String) {
    #expect(algorithm.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)) == hex(expected))
  }
}
