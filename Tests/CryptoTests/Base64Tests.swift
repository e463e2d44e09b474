import Crypto
import Testing

/// Vectors of RFC 4648 section 10, and what strict decoding refuses.
struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the texts of RFC 4648 come out, and go in with padding and without`(_ plain: String, _ coded: String) {
    let bytes = Array(plain.utf8)
    let unpadded = String(coded.prefix { $0 != "=" })
    #expect(Base64.encode(bytes) == coded)
    #expect(Base64URL.encode(bytes) == unpadded)
    for text in [coded, unpadded] {
      #expect(Base64.decode(text) == bytes)
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test func `a part of some bytes is decoded as a text of its own`() {
    #expect(Base64URL.decode(Array("..Zm9vYg..".utf8)[2..<8]) == Array("foob".utf8))
    #expect(Base64URL.decode(Array("Zm9vYg".utf8)[3..<3]) == [])
    #expect(Base64URL.decode(Array("..Zm9vYh..".utf8)[2..<8]) == nil)
  }

  @Test func `the alphabets differ in their last two characters`() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Base64.encode(bytes) == "++//")
    #expect(Base64URL.encode(bytes) == "--__")
    #expect(Base64.decode("++//") == bytes)
    #expect(Base64URL.decode("--__") == bytes)
    #expect(Base64.decode("--__") == nil)
    #expect(Base64URL.decode("++//") == nil)
  }

  @Test(arguments: [
    "Z", "Zm9vY", "Zg=", "Zg===", "Z===", "====", "=", "Zm8==", "Zm9v=", "Zm9v====", "Zg==Zg==", "Zg=v", " Zg==",
    "Zg==\n",
    "Zm 9v", "Zm\r\n9v", "Zh==", "Zh", "Zm9", "Zm9=", "Zm9vé", "Zm9v\u{0}",
  ])
  func `what no encoder writes is refused`(_ text: String) {
    #expect(Base64.decode(text) == nil)
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func `bytes of every value and every length come back`() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }
}
