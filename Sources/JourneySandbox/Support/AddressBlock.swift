#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A block of IP addresses, `10.0.0.0/8` or `2001:db8::/32`; an address alone is a block of one.
struct AddressBlock: Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Nil for a text that is neither.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { trimmed($0) }
    guard let bytes = AddressBlock.bytes(parts[0]) else { return nil }
    let all = bytes.count * 8
    guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
    self.bytes = bytes
    self.bits = bits
  }

  func contains(_ address: String) -> Bool {
    guard let other = AddressBlock.bytes(address), other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// 4 or 16 bytes; an IPv4 address within IPv6 is the IPv4 address.
  private static func bytes(_ text: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &buffer) == 1 { return Array(buffer[..<4]) }
    guard inet_pton(AF_INET6, text, &buffer) == 1 else { return nil }
    let isMapped = buffer[..<10].allSatisfy { $0 == 0 } && buffer[10..<12].allSatisfy { $0 == 0xFF }
    return isMapped ? Array(buffer[12...]) : buffer
  }
}
