import JSON
import JourneyRPC

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe face whose handler misbehaves: it prints to standard output, and it ends the process in the middle of the work.
/// Tests read what is left on the stream of the protocol.
struct OddHandler: CallHandler {
  var cancelledAnswer: RPCError? { nil }

  func read(_ call: Call, notify: @escaping Notify) -> CallReading {
    switch call.method {
    case "print": return .work({ say(call.params ?? .null, notify) }, end: {})
    case "crash": return .work({ fatalError("the handler crashes") }, end: {})
    default: return .answered(.success(call.params ?? .null))
    }
  }
}

/// Writes in every way that a library might.
@Sendable private func say(_ params: JSON, _ notify: Notify) -> JSON {
  print("{\"jsonrpc\":\"2.0\",\"stray\":true}")
  puts("Content-Length: 5\r\n\r\n")
  fflush(nil)
  _ = write(STDOUT_FILENO, "{{{{\n", 5)
  notify("said", params)
  return params
}

@main enum Main {
  static func main() {
    guard let streams = ProtocolStreams.take() else { exit(2) }
    let server = RPCServer(
      OddHandler(), configuration: RPCServer.Configuration(), input: streams.input, output: streams.output)
    exit(server.run())
  }
}
