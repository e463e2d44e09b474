import JSON
import JourneyEngine

/// A profile file: a script of `config KEY VALUE` lines and comments (CONTRACT.md 1). What a person wrote around these lines
/// stays when values change.
struct ProfileFile {
  /// One physical line, and the setting that it holds.
  private struct Line {
    var text: String
    var key: String?
  }

  private var lines: [Line] = []
  /// The settings by key; the last line of a key counts.
  private(set) var values = JSON.Object()
  /// What came from the environment: secrets (CONTRACT.md 2), and the keys that hold them.
  private(set) var secrets: [String] = []
  private(set) var secretKeys: Set<String> = []

  init() {}

  /// Reads a file. `world` is for `${env:NAME}`.
  init(_ bytes: [UInt8], path: String, world: World) throws(Failure) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.wrong("The file is not UTF-8.", path, 1)
    }
    var texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if texts.last == "" { texts.removeLast() }
    for (number, text) in texts.enumerated() {
      let line = text.unicodeScalars.last == "\r" ? String(text.unicodeScalars.dropLast()) : text
      let key = try read(line, ScriptPlace(file: path, line: number + 1, column: 1), world)
      lines.append(Line(text: line, key: key))
    }
  }

  private mutating func read(
    _ line: String, _ place: ScriptPlace, _ world: World
  ) throws(Failure) -> String? {
    let commands: [ParsedCommand]
    do throws(Failure) {
      commands = try ScriptParser.parse(line: line)
    } catch {
      throw Failure(.config, error.message, hint: error.hint, data: Self.data("profile"), place: place)
    }
    guard let command = commands.first else { return nil }
    var words: [String] = []
    let known = secrets.count
    for word in command.words { words.append(try text(of: word, world, place)) }
    guard commands.count == 1, words.count == 3, words[0] == "config" else {
      throw Failure(
        .config, "A profile file holds lines 'config KEY VALUE', and comments.", data: Self.data("profile"),
        place: place)
    }
    guard let spec = SettingSpec.named(words[1]), spec.owner == .profile else {
      var failure = SettingSpec.unknown(words[1])
      failure.place = place
      throw failure
    }
    do throws(Failure) {
      values[spec.key] = try spec.value(parsing: words[2])
      if secrets.count > known { secretKeys.insert(spec.key) } else { secretKeys.remove(spec.key) }
    } catch {
      var failure = error
      failure.place = place
      throw failure
    }
    return spec.key
  }

  private mutating func text(
    of word: Word, _ world: World, _ place: ScriptPlace
  ) throws(Failure) -> String {
    var text = ""
    for piece in word.pieces {
      switch piece {
      case .literal(let part): text += part
      case .environment(let name):
        let value: String
        do throws(Failure) {
          value = try world.variable(name)
        } catch {
          throw Failure(.config, error.message, hint: error.hint, data: Self.data("profile"), place: place)
        }
        secrets.append(value)
        text += value
      case .variable(let name):
        throw Failure(.config, "A profile file has no variables (\(name)).", data: Self.data("profile"), place: place)
      }
    }
    return text
  }

  /// Puts settings in: lines of keys whose value is another are changed, new keys come last, the others stay as they are.
  mutating func set(_ settings: JSON.Object) {
    for member in settings.members where values[member.name] != member.value {
      let text = "config \(member.name) \(WordText.quotedForFile(Self.text(of: member.value)))"
      if let index = lines.lastIndex(where: { $0.key == member.name }) {
        lines[index].text = text
      } else {
        lines.append(Line(text: text, key: member.name))
      }
      values[member.name] = member.value
    }
  }

  /// The file as it is kept.
  var bytes: [UInt8] { Array(lines.map { $0.text + "\n" }.joined().utf8) }

  /// A value as `config KEY VALUE` takes it.
  private static func text(of value: JSON) -> String {
    value.array.map { $0.compactMap(\.string).joined(separator: "\n") } ?? value.rawText
  }

  private static func data(_ key: String) -> JSON.Object { ["key": .string(key), "candidates": []] }

  private static func wrong(_ message: String, _ path: String, _ line: Int) -> Failure {
    Failure(.config, message, data: data("profile"), place: ScriptPlace(file: path, line: line, column: 1))
  }
}

extension SettingSpec {
  /// What is said for a key that is none.
  static func unknown(_ key: String) -> Failure {
    let keys = all.filter { $0.owner == .profile }.map(\.key)
    let near = Text.near(key, among: keys)
    let isOfRun = named(key) != nil
    return Failure(
      .config,
      isOfRun ? "\(key) is an option of a run, not of a profile." : "There is no setting \"\(ServerText.line(key))\".",
      hint: near.isEmpty || isOfRun
        ? "'config' lists the settings." : "Did you mean \(near.joined(separator: " or "))?",
      data: ["key": .string(key), "candidates": .array(near.map(JSON.string))])
  }
}
