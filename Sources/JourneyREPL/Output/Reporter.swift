import JSON
import JourneyCommands
import JourneyEngine
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes results to standard output and everything else to standard error (CONTRACT 7).
///
/// May be used from any thread; one result goes out in one piece.
final class Reporter: Sendable {
  /// What standard output carries.
  enum Mode: Sendable, Equatable {
    case text
    /// One JSON document a line.
    case json
    /// Nothing while commands run: one value comes at the end (`--get`).
    case silent
  }

  let mode: Mode
  let output: TextStream
  let errors: TextStream
  private let isQuiet: Bool
  private let showsExchanges: Bool
  private let outputAppearance: Appearance
  private let errorAppearance: Appearance
  /// What is written goes through here, so that a status line is away meanwhile.
  private let aside: @Sendable (() -> Void) -> Void
  private let write = Mutex(())

  init(
    options: LaunchOptions, environment: [String: String], output: TextStream, errors: TextStream,
    aside: @escaping @Sendable (() -> Void) -> Void = { $0() }
  ) {
    mode = options["get"]?.string != nil ? .silent : options.flag("json") ? .json : .text
    self.output = output
    self.errors = errors
    self.aside = aside
    isQuiet = options.flag("quiet")
    let refusesColor = options.flag("noColor")
    outputAppearance = Appearance(descriptor: output.descriptor, environment: environment, refusesColor: refusesColor)
    showsExchanges = options.flag("debug")
    errorAppearance = Appearance(descriptor: errors.descriptor, environment: environment, refusesColor: refusesColor)
  }

  private var isTerminal: Bool { outputAppearance.isTerminal }

  /// For the terminal as wide as it is now.
  private var renderer: Renderer {
    Renderer(outputAppearance.resized(to: output.descriptor), showsExchanges: showsExchanges, now: Date())
  }

  // MARK: - Standard output

  /// Help that is no result of a command, on standard output.
  func put(help text: String) {
    put(renderer.help(text).map { $0 + "\n" }.joined())
  }

  func report(_ result: Output) {
    switch mode {
    case .silent: break
    case .json: if let value = result.value { put(json: value) }
    case .text: put(renderer.text(result))
    }
    for warning in result.warnings { notice(.warning(warning)) }
  }

  /// The one value that `--get` asks for, raw.
  func put(raw text: String) {
    put((isTerminal ? ServerText.visible(text) : text) + "\n")
  }

  /// On a terminal what could drive it is escaped: the value stays the same.
  private func put(json value: JSON) {
    put((isTerminal ? Self.escaped(value.text()) : value.text()) + "\n")
  }

  private static func escaped(_ json: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
        }
      default: output.append(scalar)
      }
    }
    return String(output)
  }

  private func put(_ text: String) {
    guard !text.isEmpty else { return }
    write.withLock { _ in aside { output.write(text) } }
  }

  // MARK: - Standard error

  /// A failure: under `--json` as a document on standard output, and always as a line for a person.
  ///
  /// - Parameter place: What stands before the message, such as `login.journey:3:1`.
  func report(_ failure: Failure, place: String?) {
    if mode == .json { put(json: failure.json) }
    tell(failure, place: place)
  }

  /// A failure that no document stands for: why a result stops a script.
  func tell(_ failure: Failure, place: String?) {
    tell(place: place, renderer.message(failure), style: .bad)
    if let hint = failure.hint { tell(place: nil, "hint: \(ServerText.visible(hint))", style: .faint) }
  }

  /// Why a script stops after a result, which has gone to standard output already.
  func reportStop(_ output: Output?, place: String?) {
    let value = output?.value
    if let reason = output?.reason { return tell(reason, place: place) }
    // On a terminal the result stands right above.
    if isTerminal, mode == .text, place == "journey" { return }
    tell(place: place, isTerminal && mode == .text ? "stopped here" : Self.reason(value), style: .bad)
  }

  private static func reason(_ value: JSON?) -> String {
    switch value?["kind"]?.string {
    case "error", "failure":
      let cause = value?["cause"]?.string ?? "failure"
      let isError = value?["kind"]?.string == "error"
      let number = value?["status"]?.integer
      let words = isError ? Renderer.words(forCause: cause) : "failed (\(cause)\(number.map { " \($0)" } ?? ""))"
      let status = isError ? number.map { " (\($0))" } ?? "" : ""
      let message = value?["message"].flatMap { $0.isNull ? nil : $0.string ?? $0.text() }
      return words + status + (message.map { ": \(ServerText.line(ServerText.message($0)))" } ?? "")
    case "continue":
      let missing = value?["missing"]?.array?.compactMap { $0.integer.map(String.init) } ?? []
      return missing.isEmpty
        ? "The step is not over yet." : "The step needs an answer first: \(missing.joined(separator: ", "))."
    case nil where value?["established"] == false: return "The session has ended: the server no longer knows it."
    default:
      let failed = value?["failed"]?.array?.compactMap(\.string) ?? []
      return failed.isEmpty
        ? "It did not succeed." : failed.map { ServerText.line($0, limit: 400) }.joined(separator: " ")
    }
  }

  /// A failure that `-` lets pass: a script under `--json` sees its document, a person a line.
  func reportTolerated(_ failure: Failure) {
    if mode == .json { put(json: failure.json) }
    if !isQuiet { tell(place: nil, "tolerated: \(renderer.message(failure))", style: .faint) }
  }

  func notice(_ notice: World.Notice) {
    switch notice {
    case .alarm(let text): warn(text)
    case .warning(let text): if !isQuiet { warn(text) }
    case .note(let text): if !isQuiet { tell(place: nil, ServerText.visible(text), style: .faint) }
    case .exchange(let text):
      let lines = errorAppearance.isTerminal ? ExchangeText.laidOut(text) : text
      tell(whole: ServerText.visible(lines))
    }
  }

  /// A text of the program for whoever writes above the line that is being typed: with line ends, and as wide as the terminal is now.
  func lines(_ text: String) -> String {
    Typesetter(appearance: errorAppearance.resized(to: errors.descriptor)).lines(StyledText(text), hanging: 2)
      .map { $0 + "\n" }.joined()
  }

  private func warn(_ text: String) { tell(place: nil, "warning: \(ServerText.visible(text))", style: .warning) }

  /// A command that is about to run, under `--echo`.
  func echo(_ command: String) {
    tell(whole: "> \(ServerText.line(command, limit: 4000))")
  }

  private func tell(place: String?, _ text: String, style: TextStyle) {
    let lead = place.map { StyledText("\($0): ", .heading) } ?? StyledText("")
    let appearance = errorAppearance.resized(to: errors.descriptor)
    tell(
      Typesetter(appearance: appearance).lines(lead + StyledText(text, style), hanging: appearance.isTerminal ? 2 : 0))
  }

  /// What may be taken over as it is, and so is not wrapped.
  private func tell(whole text: String) {
    tell([Typesetter(appearance: errorAppearance).painted(StyledText(text, .faint))])
  }

  private func tell(_ lines: [String]) {
    write.withLock { _ in aside { errors.write(lines.map { $0 + "\n" }.joined()) } }
  }
}
