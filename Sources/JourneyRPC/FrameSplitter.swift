/// How messages stand on the stream.
package enum Framing: Sendable, Equatable {
  /// One message a line, ended by LF; a CR before it is dropped.
  case line
  /// `Content-Length: N`, other headers, an empty line, N bytes (Language Server Protocol, base protocol).
  case header
}

/// What the splitter found in the stream.
package enum Frame: Sendable, Equatable {
  case message([UInt8])
  /// A message past the limit. Its bytes are gone but for the beginning, from which an id may still be read.
  case tooLarge(beginning: [UInt8])
  /// Headers that do not say where the message ends. The stream is searched for the next header.
  case malformed(String)
}

/// Cuts a stream of bytes into messages.
///
/// The framing is recognised from the first bytes that are not blank: `Content-`, in any case, means headers, anything
/// else one message a line. It stays as it is for the life of the stream. The splitter knows no JSON; after a frame that
/// is broken or too large it goes on with the next one, and it never holds more than one message and a block of input.
///
/// - Source: CONTRACT 5 (framing), Language Server Protocol 3.17 (base protocol).
package struct FrameSplitter: Sendable {
  /// Bytes of one message, 32 MiB.
  package static let standardLimit = 32 << 20
  static let headLimit = 64 << 10
  static let beginningKept = 64 << 10

  package private(set) var framing: Framing?
  let limit: Int

  private var buffer: [UInt8] = []
  /// Where the bytes that were not consumed yet begin.
  private var start = 0
  /// Up to where the current line or head was searched already.
  private var searched = 0
  private var skipping: Skipping?

  private enum Skipping {
    case line(beginning: [UInt8])
    case body(remaining: Int, beginning: [UInt8])
    /// After broken headers: until the next thing that looks like one.
    case toHeader
  }

  package init(limit: Int = FrameSplitter.standardLimit) {
    self.limit = limit
  }

  /// Takes the next bytes of the stream and gives the frames that are complete now.
  package mutating func feed(_ bytes: some Collection<UInt8>) -> [Frame] {
    buffer.append(contentsOf: bytes)
    var frames: [Frame] = []
    while let frame = next() { frames.append(frame) }
    compact()
    return frames
  }

  /// The stream has ended: a last line without LF is a message too.
  package mutating func finish() -> [Frame] {
    defer {
      buffer = []
      start = 0
      searched = 0
    }
    guard framing != .header else { return [] }
    if case .line(let beginning) = skipping { return [.tooLarge(beginning: beginning)] }
    let rest = trimmed(buffer[start...])
    return rest.isEmpty ? [] : [.message(rest)]
  }

  private mutating func next() -> Frame? {
    guard recognise() else { return nil }
    return framing == .header ? nextByHeader() : nextByLine()
  }

  /// Drops what was consumed once it is the greater part, so that the buffer neither grows nor is moved for every message.
  private mutating func compact() {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      start = 0
      searched = 0
    } else if start > buffer.count / 2 {
      buffer.removeSubrange(..<start)
      searched = max(0, searched - start)
      start = 0
    }
  }
}

// MARK: - Recognising the framing

extension FrameSplitter {
  private static let headerStart = Array("content-".utf8)

  private mutating func recognise() -> Bool {
    if framing != nil { return true }
    while start < buffer.count, buffer[start].isBlank { start += 1 }
    for (offset, wanted) in Self.headerStart.enumerated() {
      guard start + offset < buffer.count else { return false }
      if buffer[start + offset].lowercased != wanted {
        framing = .line
        return true
      }
    }
    framing = .header
    return true
  }
}

// MARK: - Lines

extension FrameSplitter {
  private mutating func nextByLine() -> Frame? {
    while true {
      guard let end = firstLineFeed(from: max(start, searched)) else {
        searched = buffer.count
        return holdBackLine()
      }
      let line = buffer[start..<end]
      start = end + 1
      searched = start
      if case .line(let beginning) = skipping {
        skipping = nil
        return .tooLarge(beginning: beginning)
      }
      if line.count > limit { return .tooLarge(beginning: Array(line.prefix(Self.beginningKept))) }
      let message = trimmed(line)
      if !message.isEmpty { return .message(message) }
    }
  }

  /// A line without an end yet: past the limit only its beginning is kept.
  private mutating func holdBackLine() -> Frame? {
    guard buffer.count - start > limit || skipping != nil else { return nil }
    if skipping == nil { skipping = .line(beginning: Array(buffer[start...].prefix(Self.beginningKept))) }
    start = buffer.count
    return nil
  }

  private func firstLineFeed(from index: Int) -> Int? {
    buffer.withUnsafeBufferPointer { bytes in
      var at = index
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\n") { return at }
        at += 1
      }
      return nil
    }
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var line = line
    while let last = line.last, last.isBlank { line.removeLast() }
    while let first = line.first, first.isBlank { line.removeFirst() }
    return Array(line)
  }
}

// MARK: - Headers

extension FrameSplitter {
  private mutating func nextByHeader() -> Frame? {
    switch skipping {
    case .toHeader: guard findHeader() else { return nil }
    case .body(let remaining, let beginning):
      let here = min(remaining, buffer.count - start)
      start += here
      searched = start
      guard here == remaining else {
        skipping = .body(remaining: remaining - here, beginning: beginning)
        return nil
      }
      skipping = nil
      return .tooLarge(beginning: beginning)
    case .line, nil: break
    }
    while start < buffer.count, buffer[start] == UInt8(ascii: "\r") || buffer[start] == UInt8(ascii: "\n") {
      start += 1
    }
    guard let head = headEnd() else {
      guard buffer.count - start > Self.headLimit else { return nil }
      return giveUp(at: start + 1, "The headers of a message are longer than \(Self.headLimit) bytes.")
    }
    switch contentLength(of: buffer[start..<head.end]) {
    case .failure(let problem): return giveUp(at: head.next, problem.text)
    case .success(let length) where length > limit:
      let available = buffer[head.next...].prefix(min(length, Self.beginningKept))
      start = head.next
      skipping = .body(remaining: length, beginning: Array(available))
      return nextByHeader()
    case .success(let length):
      guard buffer.count - head.next >= length else { return nil }
      let message = Array(buffer[head.next..<(head.next + length)])
      start = head.next + length
      searched = start
      return .message(message)
    }
  }

  private mutating func giveUp(at index: Int, _ problem: String) -> Frame {
    start = index
    searched = index
    skipping = .toHeader
    return .malformed(problem)
  }

  /// The end of the headers: two line ends in a row, each CRLF or LF alone.
  private func headEnd() -> (end: Int, next: Int)? {
    var at = start
    let stop = min(buffer.count, start + Self.headLimit)
    while at < stop {
      if buffer[at] == UInt8(ascii: "\n") {
        let after = at + 1
        if after < buffer.count, buffer[after] == UInt8(ascii: "\n") { return (at, after + 1) }
        if after + 1 < buffer.count, buffer[after] == UInt8(ascii: "\r"), buffer[after + 1] == UInt8(ascii: "\n") {
          return (at, after + 2)
        }
      }
      at += 1
    }
    return nil
  }

  private struct Problem: Error { var text: String }

  private func contentLength(of head: ArraySlice<UInt8>) -> Result<Int, Problem> {
    for line in head.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: trimmed(line[..<colon]), as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let value = trimmed(line[(colon + 1)...])
      guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let length = Int(String(decoding: value, as: UTF8.self))
      else { return .failure(Problem(text: "Content-Length is not a number of bytes.")) }
      return .success(length)
    }
    return .failure(Problem(text: "The headers of a message have no Content-Length."))
  }

  /// Moves on to the next `Content-Length:` or `Content-Type:`; false while there is none.
  private mutating func findHeader() -> Bool {
    let names = [Array("content-length:".utf8), Array("content-type:".utf8)]
    var at = start
    while at < buffer.count {
      for name in names where matches(name, at: at) {
        start = at
        skipping = nil
        return true
      }
      at += 1
    }
    // Something shorter than a name may be the beginning of one.
    start = max(start, buffer.count - (names[0].count - 1))
    return false
  }

  private func matches(_ name: [UInt8], at index: Int) -> Bool {
    guard index + name.count <= buffer.count else { return false }
    for (offset, byte) in name.enumerated() where buffer[index + offset].lowercased != byte { return false }
    return true
  }
}

extension UInt8 {
  /// A blank, a tab, or a line end.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }
}
