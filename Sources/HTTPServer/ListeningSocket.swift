// The shim includes the headers of socket addresses, so that they may count as its own.
import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bound, listening, non-blocking socket.
///
/// Made here and not by libmicrohttpd, since that binds all addresses of the machine when the port is 0, and says no more
/// than "failed" when a port is taken.
struct ListeningSocket {
  let descriptor: Int32
  /// The port bound, chosen by the system when 0 was asked for.
  let port: Int
  /// Whether only this machine reaches it.
  let isLoopback: Bool

  /// - Parameter host: an IPv4 or IPv6 literal (brackets allowed), or `localhost`, which is `127.0.0.1`.
  init(host: String, port: Int) throws(HTTPServerError) {
    guard let address = SocketAddress(host: host, port: port) else { throw .badAddress(host: host, port: port) }
    #if canImport(Glibc)
      let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(address.family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Self.failure(host, port) }
    guard Self.listen(descriptor, at: address), let bound = SocketAddress(boundTo: descriptor) else {
      let failure = Self.failure(host, port)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = bound.port
    isLoopback = bound.isLoopback
  }

  private static func listen(_ descriptor: Int32, at address: SocketAddress) -> Bool {
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Glibc)
      return address.withPointer { bind(descriptor, $0, $1) == 0 } && Glibc.listen(descriptor, SOMAXCONN) == 0
    #else
      return address.withPointer { bind(descriptor, $0, $1) == 0 } && Darwin.listen(descriptor, SOMAXCONN) == 0
    #endif
  }

  private static func failure(_ host: String, _ port: Int) -> HTTPServerError {
    switch errno {
    case EADDRINUSE: .portTaken(host: host, port: port)
    case EACCES, EPERM: .notPermitted(host: host, port: port)
    case EADDRNOTAVAIL, EAFNOSUPPORT: .badAddress(host: host, port: port)
    case let code: .system(host: host, port: port, detail: String(cString: strerror(code)).lowercased())
    }
  }
}

/// An IPv4 or IPv6 address with a port, as the socket calls want it.
private struct SocketAddress {
  private var storage = sockaddr_storage()

  init?(host: String, port: Int) {
    guard let number = UInt16(exactly: port) else { return nil }
    var text = host.lowercased() == "localhost" ? "127.0.0.1" : host
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, text, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = number.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v4, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = number.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v6, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  init?(boundTo descriptor: Int32) {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    if status != 0 { return nil }
  }

  var family: Int32 { Int32(storage.ss_family) }

  var isLoopback: Bool {
    withUnsafeBytes(of: storage) { bytes in
      if family == AF_INET { return UInt32(bigEndian: bytes.load(as: sockaddr_in.self).sin_addr.s_addr) >> 24 == 127 }
      return withUnsafeBytes(of: bytes.load(as: sockaddr_in6.self).sin6_addr) { address in
        address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
      }
    }
  }

  var port: Int {
    withUnsafeBytes(of: storage) { bytes in
      family == AF_INET
        ? Int(UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port))
        : Int(UInt16(bigEndian: bytes.load(as: sockaddr_in6.self).sin6_port))
    }
  }

  func withPointer<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    return withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
