import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// libmicrohttpd's daemon: some threads that each poll connections of their own (with epoll where there is one).
// Guard: `MHD_quiesce_daemon` and `MHD_stop_daemon` may be called from any thread that is not the daemon's, each once, in
// this order; `HTTPServer` does so.
struct Daemon: @unchecked Sendable {
  /// What a connection needs beside the head of the request: the list of its fields, and the head of the response.
  private static let memoryBesideHead = 24 * 1024
  private static let connectionLimit: UInt32 = 16_384
  /// A connection without a request, or in the middle of one, is closed after that time; a handler may take longer.
  private static let idleSeconds: UInt32 = 120
  /// Two for each processor, 4 to 16: a large request holds up the other connections of its thread alone.
  private static var threads: UInt32 { UInt32(min(max(2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)), 4), 16)) }

  private let daemon: OpaquePointer
  private let core: Unmanaged<ServerCore>

  /// Starts to serve on a listening socket, which belongs to the daemon from here on; nil when the library cannot start.
  init?(_ listening: ListeningSocket, core: ServerCore) {
    self.core = .passRetained(core)
    var settings = journey_mhd_settings(
      listen_socket: listening.descriptor, connection_memory: core.limits.head + Self.memoryBesideHead,
      connection_limit: Self.connectionLimit, connection_timeout_seconds: Self.idleSeconds, threads: Self.threads,
      context: self.core.toOpaque(), handle: Self.handle, begin: Self.begin, complete: Self.complete,
      unescape: Self.unescape)
    guard let daemon = journey_mhd_start(&settings) else {
      self.core.release()
      return nil
    }
    self.daemon = daemon
  }

  /// Takes no more connections.
  ///
  /// - Returns: the descriptor of the listening socket, for the caller to close.
  func quiesce() -> Int32 { MHD_quiesce_daemon(daemon) }

  /// Closes all connections and ends the threads; waits for that. No connection may be suspended any longer.
  func stop() {
    MHD_stop_daemon(daemon)
    core.release()
  }

  // MARK: What the library calls

  /// The first line of a request is there: the only moment at which the target can be seen as it was sent. What is returned
  /// is the request's own pointer in the calls that follow.
  private static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = { _, target, _ in
        Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "")).toOpaque()
      }

  private static let handle: MHD_AccessHandlerCallback = {
    context, connection, _, method, version, upload, uploadSize, request in
    guard let context, let connection, let method, let version, let uploadSize, let pointer = request?.pointee else {
      return .NO
    }
    let piece = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
    uploadSize.pointee = 0
    return Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue().advance(
      connection, method: String(cString: method), version: String(cString: version), upload: piece,
      core: Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue())
  }

  private static let complete: MHD_RequestCompletedCallback = { context, _, request, _ in
    guard let context, let pointer = request?.pointee else { return }
    request?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue().complete(exchange)
  }

  /// Targets are used as they were sent, so nothing is decoded.
  private static let unescape:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) ->
      Int = { _, _, text in
        var count = 0
        guard let text else { return count }
        while text[count] != 0 { count += 1 }
        return count
      }
}
