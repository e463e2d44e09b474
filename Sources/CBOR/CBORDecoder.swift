internal import CCBOR

extension CBOR {
  /// How deep values may stand within values.
  package static let depthLimit = 16

  /// The value that the bytes are.
  package init(decoding bytes: [UInt8]) throws(CBORError) {
    var rest = bytes[...]
    self = try CBOR.takeFirst(from: &rest)
    guard rest.isEmpty else { throw .trailing(offset: rest.startIndex) }
  }

  /// Takes the value that the bytes begin with, and leaves what follows it. Offsets in errors are indices of the slice.
  package static func takeFirst(from bytes: inout ArraySlice<UInt8>) throws(CBORError) -> CBOR {
    var decoder = CBORDecoder(rest: bytes)
    let value = try decoder.value(depth: 0)
    bytes = decoder.rest
    return value
  }
}

/// Puts the items that libcbor reads together. Its streaming decoder is used, which allocates nothing: a length of four thousand million in
/// nine bytes costs nothing here.
private struct CBORDecoder {
  var rest: ArraySlice<UInt8>
  private let callbacks = Item.callbacks()

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  mutating func value(depth: Int) throws(CBORError) -> CBOR {
    guard depth <= CBOR.depthLimit else { throw .tooDeep(offset: rest.startIndex) }
    let start = rest.startIndex
    switch try item() {
    case .value(let value): return value
    case .text(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(offset: start) }
      return .text(text)
    case .array(let count): return .array(try elements(count, depth: depth))
    case .map(let count): return .map(try members(count, depth: depth))
    case nil: throw .unsupported(offset: start)
    }
  }

  /// Every element has a byte at least, so that the count is checked before anything is done for it.
  private mutating func elements(_ count: Int, depth: Int) throws(CBORError) -> [CBOR] {
    guard count <= rest.count else { throw .truncated }
    var elements: [CBOR] = []
    for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
    return elements
  }

  private mutating func members(_ count: Int, depth: Int) throws(CBORError) -> [CBOR.Member] {
    guard count <= rest.count / 2 else { throw .truncated }
    var members: [CBOR.Member] = []
    var keys: Set<CBOR> = []
    for _ in 0..<count {
      let key = try value(depth: depth + 1)
      guard keys.insert(key).inserted else { throw .duplicateKey(offset: rest.startIndex) }
      members.append(CBOR.Member(key: key, value: try value(depth: depth + 1)))
    }
    return members
  }

  /// What stands first, with its head taken off and, of strings, their bytes. Nil where it is of a kind that is not read here.
  private mutating func item() throws(CBORError) -> Item? {
    var found: Item?
    let result = withUnsafeMutablePointer(to: &found) { found in
      rest.withUnsafeBufferPointer { bytes in
        withUnsafePointer(to: callbacks) { cbor_stream_decode(bytes.baseAddress, bytes.count, $0, found) }
      }
    }
    switch result.status {
    case CBOR_DECODER_FINISHED:
      rest = rest.dropFirst(result.read)
      return found
    case CBOR_DECODER_NEDATA: throw .truncated
    default: throw .malformed(offset: rest.startIndex)
    }
  }
}

/// One item as libcbor reports it. There is none for what is not read here.
private enum Item {
  case value(CBOR)
  case text([UInt8])
  case array(Int)
  case map(Int)

  static func callbacks() -> cbor_callbacks {
    var all = journey_cbor_callbacks()
    all.uint8 = { set($0, .value(.unsigned(UInt64($1)))) }
    all.uint16 = { set($0, .value(.unsigned(UInt64($1)))) }
    all.uint32 = { set($0, .value(.unsigned(UInt64($1)))) }
    all.uint64 = { set($0, .value(.unsigned($1))) }
    all.negint8 = { set($0, .value(.negative(UInt64($1)))) }
    all.negint16 = { set($0, .value(.negative(UInt64($1)))) }
    all.negint32 = { set($0, .value(.negative(UInt64($1)))) }
    all.negint64 = { set($0, .value(.negative($1))) }
    all.byte_string = { set($0, .value(.bytes(bytes($1, $2)))) }
    all.string = { set($0, .text(bytes($1, $2))) }
    all.array_start = { set($0, .array(count($1))) }
    all.map_start = { set($0, .map(count($1))) }
    all.boolean = { set($0, .value(.bool($1))) }
    all.null = { set($0, .value(.null)) }
    return all
  }
}

/// A count of C: `size_t` up to libcbor 0.8, whose upper half Swift sees as negative, `uint64_t` since.
private func count(_ count: some BinaryInteger) -> Int { Int(clamping: UInt64(truncatingIfNeeded: count)) }

private func bytes(_ start: UnsafePointer<UInt8>?, _ length: some BinaryInteger) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count(length)))
}

/// Puts an item where the caller of libcbor looks for it.
private func set(_ context: UnsafeMutableRawPointer?, _ item: Item) {
  context?.assumingMemoryBound(to: Item?.self).pointee = item
}
