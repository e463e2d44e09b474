/// Gathers a response from the lines and pieces that curl hands over.
///
/// Each status line begins a new head, so what an interim response brought is dropped; lines after the end of a head
/// that are no status line are trailers, and are not kept.
struct ResponseReader {
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  /// Bytes of all heads so far, interim ones and trailers included.
  private(set) var headBytes = 0
  /// `Content-Length`, once the head is complete.
  private(set) var announcedLength: Int?
  /// Whether the blank line at the end of the newest head has come.
  private(set) var isHeadComplete = false

  private static let usualHeaderCount = 16
  private static let statusLineStart = Array("HTTP/".utf8)

  mutating func addHeaderLine(_ line: UnsafeRawBufferPointer) {
    headBytes += line.count
    let text = Self.trimmed(line[...])
    if line.starts(with: Self.statusLineStart) {
      headers.entries.removeAll(keepingCapacity: true)
      headers.entries.reserveCapacity(Self.usualHeaderCount)
      announcedLength = nil
      isHeadComplete = false
    } else if isHeadComplete {
      return
    } else if text.isEmpty {
      isHeadComplete = true
      announcedLength = headers["Content-Length"].flatMap { Int($0) }
      if let announcedLength, announcedLength > 0 { body.reserveCapacity(min(announcedLength, 1024 * 1024)) }
    } else if Self.isBlank(line[0]) {
      continueLastValue(text)
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      headers.add(
        String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self),
        String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self))
    }
  }

  mutating func addBody(_ bytes: UnsafeRawBufferPointer) { body.append(contentsOf: bytes) }

  /// A value that goes on in the next line (obsolete, still seen): joined with one blank.
  ///
  /// - Source: RFC 9112 section 5.2.
  private mutating func continueLastValue(_ text: Slice<UnsafeRawBufferPointer>) {
    guard let last = headers.entries.indices.last else { return }
    headers.entries[last].value += " " + String(decoding: text, as: UTF8.self)
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var text = text
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
}
