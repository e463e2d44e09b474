import Crypto
import Testing

/// A source that gives the same bytes each time.
struct FixedRandom: RandomSource {
  let pattern: [UInt8]

  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { pattern[$0 % pattern.count] }
  }
}

struct RandomTests {
  @Test func `the challenge of RFC 7636 appendix B comes out`() {
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
      91,
      88, 5, 88, 83, 132, 141, 121,
    ]
    let pkce = PKCE(random: FixedRandom(pattern: octets))
    #expect(pkce.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(PKCE.method == "S256")
  }

  @Test func `a verifier has 43 characters, and no two are the same`() {
    let verifiers = (0..<100).map { _ in PKCE(random: SystemRandom()).verifier }
    #expect(verifiers.allSatisfy { $0.utf8.count == 43 && !$0.contains("=") })
    #expect(Set(verifiers).count == 100)
  }

  @Test func `a UUID is of version 4, whatever the randomness`() {
    #expect(UUIDText.random(FixedRandom(pattern: [0x00])) == "00000000-0000-4000-8000-000000000000")
    #expect(UUIDText.random(FixedRandom(pattern: [0xFF])) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    let counted = FixedRandom(pattern: Array(0..<16))
    #expect(UUIDText.random(counted) == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    #expect(Set((0..<100).map { _ in UUIDText.random(SystemRandom()) }).count == 100)
  }

  @Test func `the system gives as many bytes as asked for`() {
    #expect(SystemRandom().bytes(0).isEmpty)
    let bytes = SystemRandom().bytes(4096)
    #expect(bytes.count == 4096)
    // All of the 256 values but a few are expected among 4,096 bytes; under 200 would be no randomness.
    #expect(Set(bytes).count > 200)
  }

  @Test func `bytes are compared in full`() {
    #expect(constantTimeEquals([], []))
    #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEquals([1, 2, 3], [0, 2, 3]))
    #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
    #expect(!constantTimeEquals([], [0]))
  }
}
