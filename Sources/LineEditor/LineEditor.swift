import CLibedit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why there is no line editor.
package struct LineEditorError: Error, Equatable, Sendable {
  package var message: String
}

/// Reads lines from a terminal with libedit: editing, history, completion, pastes, the keys of the user's `.editrc`.
///
/// It stays on the thread that made it, which should be the main one. All reading goes through `TerminalInput`, so that
/// ^C, ^Z, a resize and a notice from another thread are dealt with between two characters and never inside libedit; its
/// own signal handling is off, since it redraws inside the handler, on whatever thread that runs.
package final class LineEditor {
  /// What came instead of, or as, a line.
  package enum Input: Equatable, Sendable {
    /// The line without its end. A paste of several lines is one input with LF in it. `unusable` bytes were left out, since
    /// they are not UTF-8 or control characters in a paste.
    case line(String, unusable: Int)
    /// ^C: the line is gone.
    case interrupted
    /// ^D on an empty line, or the terminal hung up.
    case endOfInput
  }

  package var prompt = Prompt("> ")
  /// Gives the candidates for a line, `cursor` scalars of which stand before the cursor.
  package var completer: ((_ line: String, _ cursor: Int) -> Completion)?
  /// Prints above the prompt, from any thread.
  package let notices: Notices
  /// The C library works with UTF-8, so that text other than ASCII can be typed and shown.
  package let hasUTF8: Bool

  /// The terminal as it was before, for whoever else needs it meanwhile.
  package let mode: TerminalMode

  let terminal: TerminalInput
  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let files: [UnsafeMutablePointer<FILE>]
  /// The prompt as libedit was given it: it keeps the pointer.
  private var promptScalars: [Int32] = [0]
  private var promptPointer: UnsafeMutablePointer<Int32>?
  private static let historySize: Int32 = 2_000

  /// - Parameters:
  ///   - name: The program name by which `.editrc` speaks of it.
  ///   - input: The descriptor of the terminal to read from.
  ///   - output: The descriptor of the terminal to draw on; not standard output where that is no terminal.
  ///   - hasUTF8: What `TerminalLocale.prepare()` said; it has to be called first.
  ///   - readsUserSettings: `.editrc` is read.
  package init(name: String = "journey", input: Int32, output: Int32, hasUTF8: Bool, readsUserSettings: Bool = true)
    throws(LineEditorError)
  {
    guard let inputFile = fdopen(dup(input), "r"), let outputFile = fdopen(dup(output), "w") else {
      throw LineEditorError(message: "The terminal cannot be opened: \(String(cString: strerror(errno))).")
    }
    guard let editor = el_init(name, inputFile, outputFile, outputFile), let history = history_winit() else {
      fclose(inputFile)
      fclose(outputFile)
      throw LineEditorError(message: "libedit cannot work with this terminal.")
    }
    self.editor = editor
    self.history = history
    self.files = [inputFile, outputFile]
    self.hasUTF8 = hasUTF8
    mode = TerminalMode(of: input)
    notices = Notices(output: output)
    terminal = TerminalInput(input: input, output: output, notices: notices)
    connect(readsUserSettings: readsUserSettings)
  }

  deinit {
    // With the reader of ours in place libedit would ask an object that is going.
    journey_el_set_reader(editor, nil)
    el_end(editor)
    history_wend(history)
    for file in files { fclose(file) }
    mode.giveBack()
    promptPointer?.deallocate()
  }

  // MARK: - Reading

  /// Reads one line. Blocks; on the thread of this editor.
  package func readLine() -> Input {
    setPrompt()
    terminal.begin(self)
    var count: Int32 = 0
    let line = journey_el_gets(editor, &count)
    let ending = terminal.end()
    guard let line, count > 0 else {
      finishBrokenLine(ending)
      return ending == .interrupted ? .interrupted : .endOfInput
    }
    return .line(Self.text(line, count: Int(count)), unusable: terminal.takeUnusable())
  }

  /// The cursor goes to a fresh line, behind a mark of what happened.
  private func finishBrokenLine(_ ending: TerminalInput.Ending) {
    _ = terminal.takeUnusable()
    let mark = ending == .interrupted ? "^C\n" : "\n"
    Descriptors.writeAll(mark.utf8, to: terminal.output)
  }

  // MARK: - History

  /// Adds a line to what the up arrow and ^R find. The line before, once more, is left out.
  package func addToHistory(_ line: String) {
    guard !line.isEmpty else { return }
    _ = journey_history_enter(history, Self.wide(line))
  }

  // MARK: - What TerminalInput and the key functions need

  /// Moves the cursor to the beginning of what is drawn, clears from there, and lets `body` write; then draws again.
  func redraw(after body: () -> Void = {}) {
    moveToStart()
    body()
    journey_el_redraw(editor)
  }

  func prepareTerminal(editing: Bool) {
    _ = journey_el_prepare_terminal(editor, editing ? 1 : 0)
  }

  /// The size of the terminal has changed.
  func resize() {
    moveToStart()
    el_resize(editor)
    journey_el_redraw(editor)
  }

  /// Puts a paste at the cursor, without the line ends that it ends in: it waits for the Enter key.
  func insertPaste() -> UInt8 {
    guard var text = terminal.takePaste()?.unicodeScalars else { return UInt8(CC_NORM) }
    while text.last == "\n" { text.removeLast() }
    return insert(String(text))
  }

  private func insert(_ text: String) -> UInt8 {
    return text.isEmpty || journey_el_insert(editor, Self.wide(text)) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
  }

  func complete() -> UInt8 {
    guard let completer else { return UInt8(CC_REFRESH_BEEP) }
    let (line, cursor) = currentLine()
    let completion = completer(line, cursor)
    let scalars = line.unicodeScalars
    guard !completion.candidates.isEmpty, (0...cursor).contains(completion.start) else { return UInt8(CC_REFRESH_BEEP) }
    let start = scalars.index(scalars.startIndex, offsetBy: completion.start)
    let typed = String(scalars[start..<scalars.index(scalars.startIndex, offsetBy: cursor)])
    if let insertion = completion.insertion(for: typed) {
      el_deletestr(editor, Int32(cursor - completion.start))
      return insert(insertion)
    }
    list(completion)
    return UInt8(CC_NORM)
  }

  /// Shows the candidates below the line and draws prompt and line once more below them.
  private func list(_ completion: Completion) {
    let (line, cursor) = currentLine()
    let columns = terminal.columns
    let below = rows(of: line, cursor: line.unicodeScalars.count) - rows(of: line, cursor: cursor)
    let down = below > 0 && terminal.hasCursorControl ? "\u{1B}[\(below)B" : ""
    Descriptors.writeAll("\(down)\n\(completion.listing(columns: columns))".utf8, to: terminal.output)
    journey_el_redraw(editor)
  }

  /// The line as typed so far, and how many of its scalars stand before the cursor.
  private func currentLine() -> (line: String, cursor: Int) {
    var cursor: Int32 = 0
    var length: Int32 = 0
    guard let line = journey_el_line(editor, &cursor, &length) else { return ("", 0) }
    return (Self.text(line, count: Int(length), keepsEnd: true), Int(cursor))
  }

  private func moveToStart() {
    let (line, cursor) = currentLine()
    let up = rows(of: line, cursor: cursor)
    guard terminal.hasCursorControl else {
      Descriptors.writeAll("\r\n".utf8, to: terminal.output)
      return
    }
    Descriptors.writeAll("\r\(up > 0 ? "\u{1B}[\(up)A" : "")\u{1B}[J".utf8, to: terminal.output)
  }

  /// How many rows below the first one the cursor stands.
  private func rows(of line: String, cursor: Int) -> Int {
    let columns = max(1, terminal.columns)
    var row = 0
    var column = TextWidth.of(prompt.plainText(ascii: !hasUTF8))
    row += column / columns
    column %= columns
    for scalar in line.unicodeScalars.prefix(cursor) {
      if scalar == "\n" {
        row += 1
        column = 0
        continue
      }
      // A control character is drawn as ^X.
      column += scalar.value < 0x20 ? 2 : TextWidth.of(scalar)
      if column >= columns {
        row += 1
        column -= columns
      }
    }
    return row
  }

  // MARK: - Setting up

  private func connect(readsUserSettings: Bool) {
    journey_el_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    journey_el_use_signals(editor, 0)
    journey_el_stay_quiet(editor)
    journey_el_rewrite_rows(editor)
    journey_el_set_editor(editor, Self.wide("emacs"))
    journey_history_set_size(history, Self.historySize)
    journey_history_set_unique(history, 1)
    journey_el_set_history(editor, history)
    journey_el_set_prompt(editor) { editor in LineEditor.of(editor)?.promptPointer }
    addFunctions()
    if readsUserSettings {
      for line in EditorSettings.lines() { _ = journey_el_parse(editor, Self.wide(line)) }
    }
    bindKeys()
    journey_el_set_reader(editor) { editor, character in
      guard let owner = LineEditor.of(editor), let character else { return 0 }
      return owner.terminal.nextCharacter(into: character)
    }
  }

  private func addFunctions() {
    journey_el_add_functions(
      editor,
      { editor, _ in LineEditor.of(editor)?.complete() ?? UInt8(CC_ERROR) },
      { editor, _ in LineEditor.of(editor)?.insertPaste() ?? UInt8(CC_ERROR) })
  }

  /// Our keys, after `.editrc`, which may have chosen the vi maps.
  private func bindKeys() {
    let keys = [
      ("^I", "journey-complete"), ("^^", "journey-paste"), ("^R", "em-inc-search-prev"), ("^S", "em-inc-search-next"),
    ]
    for (key, command) in keys { journey_el_bind(editor, Self.wide(key), Self.wide(command)) }
    // In the map of vi's commands, if it is in use; in emacs mode that map is not looked at.
    journey_el_bind_alternative(editor, Self.wide("^^"), Self.wide("journey-paste"))
  }

  private func setPrompt() {
    promptScalars = Self.wide(prompt.escapedText(ascii: !hasUTF8))
    promptPointer?.deallocate()
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: promptScalars.count)
    pointer.initialize(from: promptScalars, count: promptScalars.count)
    promptPointer = pointer
  }

  private static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let editor, let client = journey_el_client(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue()
  }

  private static func wide(_ text: String) -> [Int32] {
    text.unicodeScalars.map { Int32(bitPattern: $0.value) } + [0]
  }

  private static func text(_ scalars: UnsafePointer<Int32>, count: Int, keepsEnd: Bool = false) -> String {
    var text = String.UnicodeScalarView()
    for index in 0..<count {
      text.append(Unicode.Scalar(UInt32(bitPattern: scalars[index])) ?? "\u{FFFD}")
    }
    if !keepsEnd, text.last == "\n" || text.last == "\r" { text.removeLast() }
    return String(text)
  }
}
