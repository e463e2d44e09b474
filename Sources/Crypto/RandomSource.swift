internal import COpenSSL

/// Where randomness comes from; tests put in a source that repeats itself.
package protocol RandomSource: Sendable {
  /// That many random bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The cryptographic generator of OpenSSL, seeded by the operating system. Safe to use from any thread.
package struct SystemRandom: RandomSource {
  package init() {}

  /// That many unpredictable bytes. A machine without randomness ends the process with a message: anything made
  /// without it would be a secret that others can guess.
  package func bytes(_ count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&output, Int32(count)) == 1 else {
      fatalError("this machine gives no random numbers (RAND_bytes of OpenSSL failed)")
    }
    return output
  }
}
