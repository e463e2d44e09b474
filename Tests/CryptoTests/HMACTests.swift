import Crypto
import Testing

/// Vectors of RFC 2202 (SHA-1) and RFC 4231 (SHA-2).
struct HMACTests {
  struct Vector: Sendable {
    let key: [UInt8]
    let message: [UInt8]
    let sha256, sha384, sha512: String
  }

  static let vectors = [
    Vector(
      key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      sha384: "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
      sha512: """
        87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde
        daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
        """),
    Vector(
      key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      sha384: "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
      sha512: """
        164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554
        9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
        """),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
      sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      sha384: "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
      sha512: """
        fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39
        bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb
        """),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      sha384: "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
      sha512: """
        80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
        6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
        """),
  ]

  @Test(arguments: vectors)
  func `the codes of RFC 4231 come out`(_ vector: Vector) {
    #expect(HashAlgorithm.sha256.hmac(key: vector.key, vector.message) == hex(vector.sha256))
    #expect(HashAlgorithm.sha384.hmac(key: vector.key, vector.message) == hex(vector.sha384))
    #expect(HashAlgorithm.sha512.hmac(key: vector.key, vector.message) == hex(vector.sha512))
  }

  @Test func `the codes of RFC 2202 come out`() {
    let jefe = HashAlgorithm.sha1.hmac(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
    #expect(jefe == hex("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"))
    let long = HashAlgorithm.sha1.hmac(
      key: [UInt8](repeating: 0xAA, count: 80), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
    #expect(long == hex("aa4ae5e15272d00e95705637ce8a3b55ed402112"))
  }

  @Test(arguments: HashAlgorithm.allCases)
  func `a key longer than a block counts as its hash, one as long as a block as it is`(_ algorithm: HashAlgorithm) {
    let message = Array("message".utf8)
    let block = algorithm == .sha1 || algorithm == .sha256 ? 64 : 128
    let whole = [UInt8](repeating: 7, count: block)
    #expect(algorithm.hmac(key: whole, message) != algorithm.hmac(key: algorithm.hash(whole), message))
    #expect(algorithm.hmac(key: whole + [7], message) == algorithm.hmac(key: algorithm.hash(whole + [7]), message))
    #expect(algorithm.hmac(key: whole, message) == algorithm.hmac(key: whole, ([0, 0] + message + [0])[2..<9]))
  }

  @Test func `key and message may be empty`() {
    let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
    #expect(HashAlgorithm.sha256.hmac(key: [], []) == hex(expected))
  }
}
