import Synchronization

/// Lines that others want to show while somebody types: they are printed above the prompt, and the line is drawn again.
///
/// Any thread may call `post`. While no line is being edited the text goes out at once.
package final class Notices: Sendable {
  private struct State {
    var isEditing = false
    var waiting: [String] = []
  }

  private let state = Mutex(State())
  private let output: Int32
  private let wakeEnds: (readEnd: Int32, writeEnd: Int32)?

  /// - Parameter output: The descriptor of the terminal.
  package init(output: Int32) {
    self.output = output
    wakeEnds = Descriptors.makePipe()
  }

  /// Shows `text`, one or more whole lines; a line end is added where there is none. Control characters are the caller's care.
  package func post(_ text: String) {
    let line = text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    let goesOutNow = state.withLock { state in
      guard state.isEditing, wakeEnds != nil else { return true }
      state.waiting.append(line)
      return false
    }
    if goesOutNow {
      Descriptors.writeAll(line.utf8, to: output)
    } else if let wakeEnds {
      Descriptors.writeAll([1], to: wakeEnds.writeEnd)
    }
  }

  /// Readable when there is something to take.
  var readEnd: Int32? { wakeEnds?.readEnd }

  func beginEditing() {
    state.withLock { $0.isEditing = true }
  }

  /// Editing has ended: what still waits goes out.
  func endEditing() {
    let rest = take { $0.isEditing = false }
    if !rest.isEmpty { Descriptors.writeAll(rest.joined().utf8, to: output) }
  }

  func take() -> [String] { take { _ in } }

  private func take(_ change: (inout State) -> Void) -> [String] {
    if let wakeEnds { while let bytes = Descriptors.readSome(wakeEnds.readEnd), !bytes.isEmpty {} }
    return state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
