import Crypto
import Testing

/// Published signatures, and keys that are none. That signatures of other makers are taken and bent ones are not is tested with WebAuthn.
struct PublicKeyTests {
  /// RFC 6979 A.2.5: P-256, SHA-256, the message `sample`; the signature in DER.
  private let x = hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
  private let y = hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
  private let signature = hex(
    "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
      + "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")

  @Test func `a signature of a curve is its key's and nobody else's`() throws {
    let key = try #require(PublicKey(.p256, x: x, y: y))
    let message = Array("sample".utf8)
    #expect(key.verifies(signature, of: message, hash: .sha256))
    #expect(!key.verifies(signature, of: message, hash: .sha512))
    #expect(!key.verifies(signature, of: Array("Sample".utf8), hash: .sha256))
    #expect(!key.verifies([], of: message, hash: .sha256))
    for index in signature.indices {
      var bent = signature
      bent[index] ^= 1
      #expect(!key.verifies(bent, of: message, hash: .sha256))
    }
  }

  /// RFC 8032 7.1, test 2.
  @Test func `an Ed25519 signature is checked without a hash`() throws {
    let key = try #require(
      PublicKey(ed25519: hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")))
    let signature = hex(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    #expect(key.verifies(signature, of: [0x72], hash: nil))
    #expect(!key.verifies(signature, of: [0x73], hash: nil))
  }

  @Test func `a key comes back from its bytes`() throws {
    let key = try #require(PublicKey(.p256, x: x, y: y))
    #expect(key.bytes.count == 91)
    #expect(PublicKey(bytes: key.bytes) == key)
    #expect(PublicKey(bytes: key.bytes + [0]) == nil)
    #expect(PublicKey(bytes: Array(key.bytes.dropLast())) == nil)
    #expect(PublicKey(bytes: []) == nil)
  }

  @Test func `a point off the curve, and an RSA key that is short, are no keys`() {
    var off = y
    off[31] ^= 1
    #expect(PublicKey(.p256, x: x, y: off) == nil)
    #expect(PublicKey(.p384, x: x, y: y) == nil)
    #expect(PublicKey(.p256, x: Array(x.dropLast()), y: y) == nil)
    #expect(PublicKey(modulus: [UInt8](repeating: 0xFF, count: 128), exponent: [1, 0, 1]) == nil)
    #expect(PublicKey(modulus: [], exponent: []) == nil)
    #expect(PublicKey(ed25519: [1, 2, 3]) == nil)
  }
}
