// `String ==` holds two texts for equal that differ in their code points (canonical equivalence). A name that a server
// sent is only found by the bytes that it sent, so everything here compares bytes.

/// Whether both texts have the same UTF-8 bytes.
func hasSameBytes(_ one: String, _ other: String) -> Bool {
  let left = one.utf8
  let right = other.utf8
  // Texts that are not even canonically equivalent have different bytes, and most are told apart by this, which is fast.
  guard left.count == right.count, one == other else { return false }
  let same = left.withContiguousStorageIfAvailable { left in
    right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
  }
  return (same ?? nil) ?? left.elementsEqual(right)
}

/// Whether the UTF-8 bytes of one text sort before those of the other, which is the order of their code points.
func bytesPrecede(_ one: String, _ other: String) -> Bool {
  one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// Feeds the UTF-8 bytes of a text into the hasher, and a byte that ends them, as UTF-8 never holds 0xFF.
func hashBytes(of text: String, into hasher: inout Hasher) {
  let whole: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  if whole == nil {
    for byte in text.utf8 { hasher.combine(byte) }
  }
  hasher.combine(0xFF as UInt8)
}

/// Marks those of eight bytes that a JSON string cannot hold as they are: `"`, `\` and U+0000 to U+001F. The lowest bit that is
/// set belongs to the first of them; zero says that there is none. Bits above the first one may be wrong.
///
/// The first byte stands in the lowest bits. A byte minus a limit, and not above 127 itself, borrows where it is below the limit.
@inline(__always)
func bytesToEscape(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
  let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
  let controls = (word &- ones &* 0x20) & ~word
  return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones &* 0x80)
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes at a place, the first in the lowest bits; nil where there are not so many.
  @inline(__always)
  func word(at place: Int) -> UInt64? {
    guard place + 8 <= count, let baseAddress else { return nil }
    return UInt64(littleEndian: UnsafeRawPointer(baseAddress + place).loadUnaligned(as: UInt64.self))
  }
}
