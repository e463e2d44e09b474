#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where randomness comes from; tests put in a source that repeats itself.
package protocol RandomSource: Sendable {
  /// That many random bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The generator of the operating system (`getentropy`). Safe to use from any thread.
package struct SystemRandom: RandomSource {
  package init() {}

  /// The most that one call of `getentropy` gives (POSIX.1-2024).
  private static let most = 256

  /// That many unpredictable bytes. A machine without randomness ends the process with a message: anything made without it would be a
  /// secret that others can guess.
  package func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      while filled < count {
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(output)[filled..<min(filled + Self.most, count)])
        guard getentropy(piece.baseAddress, piece.count) == 0 else { fatalError("the system gives no random bytes") }
        filled += piece.count
      }
    }
  }
}
