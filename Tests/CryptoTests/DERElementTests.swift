import Testing

@testable import Crypto

struct DERElementTests {
  @Test func `elements of both kinds of tags are read, long ones too`() throws {
    let list = try #require(DERElement([0x30, 0x0A, 0x02, 0x01, 0x05, 0xBF, 0x85, 0x3E, 0x03, 0x02, 0x01, 0x00]))
    #expect(list.isConstructed && !list.isContextual && list.tag == 16)
    #expect(list.elements?.map(\.tag) == [2, 702])
    #expect(list.contextual(702)?.elements?.first?.content == [0])
    #expect(list.contextual(2) == nil)
    #expect(list.elements?[0].elements == nil)
    #expect(DERElement([0x30, 0x00])?.elements == [])
  }

  @Test(
    arguments: [
      [], [0x30], [0x02, 0x02, 0x01], [0x02, 0x01, 0x01, 0x00], [0x30, 0x80, 0x00, 0x00],
      [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xBF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
    ] as [[UInt8]])
  func `what is cut off, goes on or has no definite length is no element`(bytes: [UInt8]) {
    #expect(DERElement(bytes) == nil)
  }
}
