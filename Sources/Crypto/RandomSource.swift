/// Where randomness comes from; tests put in a source that repeats itself.
package protocol RandomSource: Sendable {
  /// That many random bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The generator of the operating system (`getrandom` on Linux). Safe to use from any thread.
package struct SystemRandom: RandomSource {
  package init() {}

  /// That many unpredictable bytes. A machine without randomness ends the process with a message of the standard library:
  /// anything made without it would be a secret that others can guess.
  package func bytes(_ count: Int) -> [UInt8] {
    var system = SystemRandomNumberGenerator()
    var output: [UInt8] = []
    output.reserveCapacity(count)
    while output.count < count {
      withUnsafeBytes(of: system.next()) { output.append(contentsOf: $0.prefix(count - output.count)) }
    }
    return output
  }
}
