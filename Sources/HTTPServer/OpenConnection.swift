import CMicrohttpd
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection: who is at its other end, and how long that may be waited for.
final class OpenConnection: Sendable {
  /// The IP address of the other end; empty where it is not known.
  let peer: String
  fileprivate let descriptor: Int32
  /// Since when a request is awaited or read, in milliseconds of a clock that never goes back; 0 while one is worked on.
  private let since: Atomic<Int>

  init(_ connection: OpaquePointer, _ mhd: UnsafePointer<journey_mhd>) {
    descriptor = journey_mhd_socket(mhd, connection)
    peer = withUnsafeTemporaryAllocation(of: CChar.self, capacity: JOURNEY_MHD_ADDRESS_SIZE) { text in
      guard let start = text.baseAddress, journey_mhd_peer(mhd, connection, start) else { return "" }
      return String(cString: start)
    }
    since = Atomic(OpenConnection.now)
  }

  /// A request is there in full.
  func hasSent() { since.store(0, ordering: .relaxed) }

  /// The next request may come.
  func mayGoOn() { since.store(OpenConnection.now, ordering: .relaxed) }

  fileprivate func isLate(_ milliseconds: Int, at now: Int) -> Bool {
    let since = since.load(ordering: .relaxed)
    return since != 0 && now - since > milliseconds
  }

  fileprivate static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

/// The connections that there are. libmicrohttpd closes those on which nothing comes, but one byte now and then would keep a request that
/// never ends, and its connection, for ever.
final class OpenConnections: Sendable {
  /// The longest that a request may take to come, the wait before its first byte included.
  let patience: Duration
  // Guard: libmicrohttpd closes a socket after it has said so, and that removes it here; so the descriptors within are open ones.
  private let connections = Mutex<[ObjectIdentifier: OpenConnection]>([:])

  init(patience: Duration) { self.patience = patience }

  var count: Int { connections.withLock { $0.count } }

  func add(_ connection: OpenConnection) { connections.withLock { $0[ObjectIdentifier(connection)] = connection } }

  func remove(_ connection: OpenConnection) { connections.withLock { $0[ObjectIdentifier(connection)] = nil } }

  /// Cuts off who has taken too long, again and again until the task is cancelled.
  func watch() async {
    let limit = Int(patience / .milliseconds(1))
    while (try? await Task.sleep(for: patience / 10)) != nil {
      let now = OpenConnection.now
      connections.withLock { connections in
        for connection in connections.values where connection.isLate(limit, at: now) {
          shutdown(connection.descriptor, Int32(SHUT_RDWR))
        }
      }
    }
  }
}
