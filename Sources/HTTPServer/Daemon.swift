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
  /// As many as the process may have descriptors for, with some left for its other work: a library that can open none runs in circles.
  private static var connectionLimit: UInt32 {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return 512 }
    #endif
    return UInt32(min(max(limit.rlim_cur, 192) - 128, 16_384))
  }
  /// Two for each processor, 4 to 16: a large request holds up the other connections of its thread alone.
  private static var threads: UInt32 { UInt32(min(max(2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)), 4), 16)) }

  private let daemon: OpaquePointer
  private let mhd: UnsafePointer<journey_mhd>
  private let core: Unmanaged<ServerCore>

  /// Starts to serve on a listening socket, which belongs to the daemon from here on; nil when the library cannot start.
  init?(_ listening: ListeningSocket, core: ServerCore) {
    self.core = .passRetained(core)
    let connections = Self.connectionLimit
    // No other machine takes all of them. On loopback there is but one address, and who comes late waits.
    var settings = journey_mhd_settings(
      listen_socket: listening.descriptor, connection_memory: core.limits.head + Self.memoryBesideHead,
      connection_limit: connections, address_limit: listening.isLoopback ? 0 : connections / 4 * 3,
      connection_timeout_seconds: core.limits.idleSeconds, threads: Self.threads, context: self.core.toOpaque(),
      handle: Self.handle, begin: Self.begin, complete: Self.complete, notify: Self.notify, unescape: Self.unescape)
    guard let daemon = journey_mhd_start(core.mhd, &settings) else {
      self.core.release()
      return nil
    }
    self.daemon = daemon
    mhd = core.mhd
  }

  /// Takes no more connections.
  ///
  /// - Returns: the descriptor of the listening socket, for the caller to close.
  func quiesce() -> Int32 { mhd.pointee.MHD_quiesce_daemon(daemon) }

  /// Closes all connections and ends the threads; waits for that. No connection may be suspended any longer.
  func stop() {
    mhd.pointee.MHD_stop_daemon(daemon)
    core.release()
  }

  // MARK: What the library calls

  /// The first line of a request is there: the only moment at which the target can be seen as it was sent. What is returned
  /// is the request's own pointer in the calls that follow.
  private static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = { _, target, _ in
        Unmanaged.passRetained(Exchange(target: target)).toOpaque()
      }

  private static let handle: MHD_AccessHandlerCallback = {
    context, connection, _, method, version, upload, uploadSize, request in
    guard let context, let connection, let method, let version, let uploadSize, let pointer = request?.pointee else {
      return .NO
    }
    let piece = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
    uploadSize.pointee = 0
    return Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue().advance(
      connection, method: String(cString: method), version: version, upload: piece,
      core: Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue())
  }

  private static let complete: MHD_RequestCompletedCallback = { context, connection, request, _ in
    guard let context, let pointer = request?.pointee else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    if let connection { known(connection, core)?.mayGoOn() }
    request?.pointee = nil
    core.complete(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
  }

  /// A connection has been opened, or is about to be closed.
  private static let notify: MHD_NotifyConnectionCallback = { context, connection, beside, event in
    guard let context, let connection, let beside else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let known = core.connections
    if event == .CONNECTION_NOTIFY_STARTED {
      let new = OpenConnection(connection, core.mhd)
      known.add(new)
      beside.pointee = Unmanaged.passRetained(new).toOpaque()
    } else if let pointer = beside.pointee {
      beside.pointee = nil
      known.remove(Unmanaged<OpenConnection>.fromOpaque(pointer).takeRetainedValue())
    }
  }

  /// What is known of a connection; only on the thread that polls it.
  static func known(_ connection: OpaquePointer, _ core: ServerCore) -> OpenConnection? {
    journey_mhd_beside(core.mhd, connection).map { Unmanaged<OpenConnection>.fromOpaque($0).takeUnretainedValue() }
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
