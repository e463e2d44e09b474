import Crypto
import Synchronization

/// Randomness that is none: bytes that count up, so that a test knows them and no two draws are the same.
final class CountingRandom: RandomSource {
  private let next = Mutex<UInt64>(0)

  func bytes(_ count: Int) -> [UInt8] {
    let number = next.withLock { value in
      value += 1
      return value
    }
    return (0..<count).map {
      UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> (UInt64($0 % 8) * 8)) &+ UInt8($0)
    }
  }
}
