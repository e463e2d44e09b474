#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Gives libedit its characters, and deals between two of them with signals and with notices of other threads.
///
/// What has been typed ahead is kept here between two lines: in the kernel a line of more than 4,095 bytes would be cut
/// while a command runs.
final class TerminalInput {
  /// Why no more characters came.
  enum Ending { case none, interrupted, endOfInput }

  let output: Int32
  private let input: Int32
  private let notices: Notices
  private var decoder = KeyDecoder()
  private var paste: String?
  private var unusable = 0
  private var ending = Ending.none
  private weak var editor: LineEditor?

  /// The key that a paste presses (^^); its function takes the text from here.
  private static let pasteKey: Int32 = 0x1E
  /// How long the rest of a sequence may take that began with ESC.
  private static let escapeMilliseconds: Int32 = 50
  private static let signals = [SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGQUIT]

  init(input: Int32, output: Int32, notices: Notices) {
    self.input = input
    self.output = output
    self.notices = notices
  }

  // MARK: - A line

  func begin(_ editor: LineEditor) {
    self.editor = editor
    ending = .none
    SignalPipe.shared?.catchSignals(Self.signals)
    setBracketedPaste(on: true)
    notices.beginEditing()
  }

  func end() -> Ending {
    keepTypedAhead()
    setBracketedPaste(on: false)
    notices.endEditing()
    SignalPipe.shared?.release(Self.signals)
    editor = nil
    return ending
  }

  func takeUnusable() -> Int {
    defer { unusable = 0 }
    return unusable
  }

  func takePaste() -> String? {
    defer { paste = nil }
    return paste
  }

  /// Throws away what was typed ahead, in the kernel too.
  ///
  /// - Returns: There was something.
  func discardTypedAhead() -> Bool {
    keepTypedAhead()
    defer { decoder.clear() }
    return decoder.hasRest
  }

  // MARK: - Characters

  /// libedit's EL_GETCFN: 1 with a character, 0 at the end of input, -1 after ^C.
  func nextCharacter(into character: UnsafeMutablePointer<Int32>) -> Int32 {
    if paste != nil {
      character.pointee = Self.pasteKey
      return 1
    }
    var isComplete = false
    while true {
      switch decoder.next(isComplete: isComplete) {
      case .character(let scalar):
        character.pointee = Int32(bitPattern: scalar.value)
        return 1
      case .paste(let text):
        paste = text
        character.pointee = Self.pasteKey
        return 1
      case .unusable(let count):
        unusable += count
        continue
      case nil: break
      }
      switch wait() {
      case .more: isComplete = false
      case .quiet: isComplete = true
      case .interrupted:
        ending = .interrupted
        errno = EINTR
        return -1
      case .ended:
        ending = .endOfInput
        return 0
      }
    }
  }

  private enum Waited { case more, quiet, interrupted, ended }

  private func wait() -> Waited {
    let signalEnd = SignalPipe.shared?.readEnd
    let milliseconds = decoder.hasRest && !decoder.isInPaste ? Self.escapeMilliseconds : -1
    let descriptors = [input, notices.readEnd, signalEnd].compactMap { $0 }
    let ready = Descriptors.waitReadable(descriptors, milliseconds: milliseconds)
    // A signal that comes with input is in the pipe only after the wait has looked at it; it goes before the input.
    if handleSignals() { return .interrupted }
    if let end = notices.readEnd, ready.contains(end) { showNotices() }
    if ready.contains(input) {
      guard let bytes = Descriptors.readSome(input) else { return .more }
      if bytes.isEmpty { return .ended }
      decoder.feed(bytes)
      return .more
    }
    return ready.isEmpty && milliseconds >= 0 ? .quiet : .more
  }

  private func showNotices() {
    let lines = notices.take()
    guard !lines.isEmpty else { return }
    editor?.redraw { Descriptors.writeAll(lines.joined().utf8, to: output) }
  }

  private func keepTypedAhead() {
    while Descriptors.waitReadable([input], milliseconds: 0).contains(input),
      let bytes = Descriptors.readSome(input), !bytes.isEmpty
    {
      decoder.feed(bytes)
    }
  }

  // MARK: - Signals

  /// - Returns: ^C was among them.
  private func handleSignals() -> Bool {
    var isInterrupted = false
    for signal in SignalPipe.shared?.take() ?? [] {
      switch signal {
      case SIGINT:
        decoder.clear()
        paste = nil
        isInterrupted = true
      case SIGWINCH: editor?.resize()
      case SIGCONT: continueEditing()
      default: leaveTerminal(for: signal)
      }
    }
    return isInterrupted
  }

  /// ^Z, or a signal that ends the process: the terminal is given back as it was.
  private func leaveTerminal(for signal: Int32) {
    setBracketedPaste(on: false)
    editor?.prepareTerminal(editing: false)
    Descriptors.writeAll("\n".utf8, to: output)
    editor?.mode.letAct(signal)
    continueEditing()
  }

  private func continueEditing() {
    editor?.prepareTerminal(editing: true)
    setBracketedPaste(on: true)
    editor?.redraw()
  }

  // MARK: - The terminal

  var columns: Int { Terminal.columns(of: output) ?? 80 }

  /// The terminal moves its cursor on ESC sequences.
  let hasCursorControl = Terminal.hasCursorControl

  private func setBracketedPaste(on: Bool) {
    if hasCursorControl { Descriptors.writeAll("\u{1B}[?2004\(on ? "h" : "l")".utf8, to: output) }
  }
}
