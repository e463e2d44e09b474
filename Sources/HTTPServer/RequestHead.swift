import CMicrohttpd

/// What the head of a request says, and whether the request may be read at all.
struct RequestHead {
  let method: String
  let headers: [(name: String, value: String)]
  /// Bytes of the head as sent, the blanks around values aside (the library takes those before, this those after).
  let size: Int
  private let areNamesWords: Bool

  init(_ connection: OpaquePointer, _ mhd: UnsafePointer<journey_mhd>, method: String, target: String, version: String)
  {
    let fields = Fields()
    _ = mhd.pointee.MHD_get_connection_values_n(
      connection, .HEADER_KIND, RequestHead.collect, Unmanaged.passUnretained(fields).toOpaque())
    self.method = method
    headers = fields.entries
    areNamesWords = fields.areNamesWords
    size = fields.size + method.utf8.count + target.utf8.count + version.utf8.count + 6
  }

  /// The body's length where it is announced; the largest number for one that is larger.
  var announcedLength: Int? {
    headers.first { ServerRequest.isSameName($0.name, "Content-Length") }.map { Int($0.value) ?? .max }
  }

  /// Whether the method and the names of the fields are words, and the end of the body is beyond doubt. Where two lengths, or a length and
  /// a transfer coding, say different things, or a name has a blank before its colon, a proxy in front could see another request than
  /// this server does.
  ///
  /// - Source: RFC 9112 sections 5.1, 6.1, 6.3.
  var isWellFormed: Bool {
    guard areNamesWords, Self.isToken(method.utf8) else { return false }
    var ends = 0
    for (name, value) in headers {
      if ServerRequest.isSameName(name, "Content-Length") {
        ends += 1
      } else if ServerRequest.isSameName(name, "Transfer-Encoding") {
        guard value.lowercased() == "chunked" else { return false }
        ends += 1
      }
    }
    return ends <= 1
  }

  /// Whether the client waits for nothing but leave to send the body.
  ///
  /// - Source: RFC 9110 section 10.1.1.
  var expectsNothingElse: Bool { values("Expect").allSatisfy { $0.lowercased() == "100-continue" } }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }

  private func values(_ name: String) -> some Sequence<String> {
    headers.lazy.filter { ServerRequest.isSameName($0.name, name) }.map(\.value)
  }

  private final class Fields {
    var entries: [(name: String, value: String)] = []
    var size = 0
    var areNamesWords = true

    init() { entries.reserveCapacity(16) }

    func add(_ name: UnsafeRawBufferPointer, _ value: Slice<UnsafeRawBufferPointer>) {
      var value = value
      while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
      areNamesWords = areNamesWords && RequestHead.isToken(name)
      entries.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      size += name.count + value.count + 4
    }
  }

  private static let collect: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
    guard let context, let name else { return .YES }
    Unmanaged<Fields>.fromOpaque(context).takeUnretainedValue().add(
      UnsafeRawBufferPointer(start: name, count: nameSize),
      UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)[...])
    return .YES
  }
}
