/// Byte lists as AM writes them: signed, -128 to 127, as Java prints bytes.
enum SignedBytes {
  /// Unsigned bytes; nil where an entry is no byte at all. 128 to 255 are taken as they are.
  static func unsigned(_ numbers: [Int?]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for number in numbers {
      guard let number, (-128...255).contains(number) else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    return bytes
  }
}
