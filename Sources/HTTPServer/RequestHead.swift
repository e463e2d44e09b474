import CMicrohttpd

/// What the head of a request says, and whether the request may be read at all.
struct RequestHead {
  let method: String
  let headers: [(name: String, value: String)]
  /// Bytes of the head as sent, the blanks around values aside (the library takes those before, this those after).
  let size: Int

  init(_ connection: OpaquePointer, method: String, target: String, version: String) {
    let fields = Fields()
    MHD_get_connection_values_n(
      connection, .HEADER_KIND, RequestHead.collect, Unmanaged.passUnretained(fields).toOpaque())
    self.method = method
    headers = fields.entries
    size = fields.size + method.utf8.count + target.utf8.count + version.utf8.count + 6
  }

  /// The body's length where it is announced; the largest number for one that is larger.
  var announcedLength: Int? { values("Content-Length").first.map { Int($0) ?? .max } }

  /// Whether the method and the names of the fields are words, and the end of the body is beyond doubt. Where two lengths, or a length and
  /// a transfer coding, say different things, or a name has a blank before its colon, a proxy in front could see another request than
  /// this server does.
  ///
  /// - Source: RFC 9112 sections 5.1, 6.1, 6.3.
  var isWellFormed: Bool {
    guard Self.isToken(method), headers.allSatisfy({ Self.isToken($0.name) }) else { return false }
    let lengths = values("Content-Length")
    let codings = values("Transfer-Encoding")
    guard lengths.count + codings.count <= 1 else { return false }
    return codings.allSatisfy { $0.lowercased() == "chunked" }
  }

  /// Whether the client waits for nothing but leave to send the body.
  ///
  /// - Source: RFC 9110 section 10.1.1.
  var expectsNothingElse: Bool { values("Expect").allSatisfy { $0.lowercased() == "100-continue" } }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }

  private func values(_ name: String) -> [String] {
    headers.compactMap { ServerRequest.isSameName($0.name, name) ? $0.value : nil }
  }

  private final class Fields {
    var entries: [(name: String, value: String)] = []
    var size = 0
  }

  private static let collect: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
    guard let context, let name else { return .YES }
    let fields = Unmanaged<Fields>.fromOpaque(context).takeUnretainedValue()
    var text = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)[...]
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    fields.entries.append(
      (
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self),
        String(decoding: text, as: UTF8.self)
      ))
    fields.size += nameSize + text.count + 4
    return .YES
  }
}
