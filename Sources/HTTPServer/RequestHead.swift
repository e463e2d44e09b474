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

  /// The body's length where it is announced.
  var announcedLength: Int? { values("Content-Length").first.flatMap { Int($0) } }

  /// Whether the end of the body is beyond doubt. Where two lengths, or a length and a transfer coding, say different
  /// things, a proxy in front could see another request than this server does.
  ///
  /// - Source: RFC 9112 sections 6.1, 6.3.
  var isWellFramed: Bool {
    let lengths = values("Content-Length")
    let codings = values("Transfer-Encoding")
    guard lengths.count + codings.count <= 1 else { return false }
    return codings.allSatisfy { $0.lowercased() == "chunked" }
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
