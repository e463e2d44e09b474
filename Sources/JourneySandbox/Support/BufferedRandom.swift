import Crypto
import Synchronization

/// Random bytes from another source, fetched in large pieces: each call of the generator costs much more than the bytes that it gives.
final class BufferedRandom: RandomSource {
  private static let size = 4096

  private struct State {
    var bytes: [UInt8] = []
    var used = 0
  }

  private let source: any RandomSource
  private let state = Mutex(State())

  init(_ source: any RandomSource) {
    self.source = source
  }

  func bytes(_ count: Int) -> [UInt8] {
    guard count <= BufferedRandom.size / 8 else { return source.bytes(count) }
    // Who would have to wait asks the source.
    return state.withLockIfAvailable { state in
      if state.bytes.count - state.used < count { state = State(bytes: source.bytes(BufferedRandom.size)) }
      let end = state.used + count
      defer {
        // What is given out is not to be found here.
        _ = state.bytes.withUnsafeMutableBytes {
          $0[state.used..<end].initializeMemory(as: UInt8.self, repeating: 0)
        }
        state.used = end
      }
      return Array(state.bytes[state.used..<end])
    } ?? source.bytes(count)
  }
}
