import LineEditor
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard output or standard error: whole texts, written completely and in order.
///
/// A reader that is gone (EPIPE) is no error: what it does not read is dropped, and the script goes on to its end. Every
/// other failure to write, such as a full disk, is kept for the exit status.
final class TextStream: Sendable {
  private enum State {
    case open
    case readerIsGone
    case failed(Int32)
  }

  let descriptor: Int32
  private let state = Mutex(State.open)

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ text: String) {
    state.withLock { state in
      guard case .open = state else { return }
      switch Descriptors.writeAll(text.utf8, to: descriptor) {
      case 0: break
      case EPIPE: state = .readerIsGone
      case let number: state = .failed(number)
      }
    }
  }

  func line(_ text: String) { write(text + "\n") }

  /// Why something could not be written, in words; nil where all is well.
  var failure: String? {
    state.withLock { state in
      guard case .failed(let number) = state else { return nil }
      return String(cString: strerror(number))
    }
  }
}
