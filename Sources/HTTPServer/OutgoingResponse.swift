import CMicrohttpd
import Synchronization

/// A response as libmicrohttpd wants it. Made, queued and dropped on the polling thread.
struct OutgoingResponse {
  private let response: ServerResponse
  private let closes: Bool

  /// - Parameter closes: true closes the connection once the response is out.
  init(_ response: ServerResponse, closes: Bool) {
    self.response = response
    self.closes = closes
  }

  /// Hands the response over; `MHD_NO`, which closes the connection, when it is not to go out or cannot.
  func queue(on connection: OpaquePointer, _ mhd: UnsafePointer<journey_mhd>) -> MHD_Result {
    guard response.disposition != .dropConnection, let handle = makeHandle(mhd) else { return .NO }
    defer { mhd.pointee.MHD_destroy_response(handle) }
    for (name, value) in response.headers where Self.belongsToHandler(name) {
      // Refused by the library: an empty value, a line break. What it refuses does not go out. Given as pointers, since a string that is
      // passed as an argument is copied first.
      _ = name.withCString { name in value.withCString { mhd.pointee.MHD_add_response_header(handle, name, $0) } }
    }
    if closes { _ = mhd.pointee.MHD_add_response_header(handle, "Connection", "close") }
    let status = (200...599).contains(response.status) ? response.status : 500
    return mhd.pointee.MHD_queue_response(connection, UInt32(status), handle)
  }

  private func makeHandle(_ mhd: UnsafePointer<journey_mhd>) -> OpaquePointer? {
    if case .truncate(let length) = response.disposition, length < response.body.count {
      let part = TruncatedBody(Array(response.body.prefix(max(0, length))))
      return mhd.pointee.MHD_create_response_from_callback(
        UInt64(response.body.count), 32 * 1024, TruncatedBody.read, Unmanaged.passRetained(part).toOpaque(),
        TruncatedBody.release)
    }
    return response.body.withUnsafeBytes { bytes in
      mhd.pointee.MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
  }

  private static func belongsToHandler(_ name: String) -> Bool {
    !["Content-Length", "Transfer-Encoding", "Connection"].contains { ServerRequest.isSameName($0, name) }
  }
}

/// A body that ends in an error after the part there is.
private final class TruncatedBody: Sendable {
  private let part: [UInt8]
  private let calls = Atomic(0)

  init(_ part: [UInt8]) { self.part = part }

  static let read: MHD_ContentReaderCallback = { context, position, buffer, size in
    guard let context, let buffer else { return journey_mhd_end_with_error }
    return Unmanaged<TruncatedBody>.fromOpaque(context).takeUnretainedValue().read(
      at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  }

  static let release: MHD_ContentReaderFreeCallback = { context in
    if let context { Unmanaged<TruncatedBody>.fromOpaque(context).release() }
  }

  private func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // An error in the first call would come before the head is out, and leave the connection hanging (seen with 0.9.75);
    // "nothing yet" lets the head go out first.
    if calls.wrappingAdd(1, ordering: .relaxed).oldValue == 0, part.isEmpty { return 0 }
    let rest = part.dropFirst(position).prefix(buffer.count)
    guard !rest.isEmpty else { return journey_mhd_end_with_error }
    buffer.copyBytes(from: rest)
    return rest.count
  }
}
