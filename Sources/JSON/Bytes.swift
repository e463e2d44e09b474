// `String ==` holds two texts for equal that differ in their code points (canonical equivalence). A name that a server
// sent is only found by the bytes that it sent, so everything here compares bytes.

/// Whether both texts have the same UTF-8 bytes.
func hasSameBytes(_ one: String, _ other: String) -> Bool {
  let left = one.utf8
  let right = other.utf8
  guard left.count == right.count else { return false }
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
