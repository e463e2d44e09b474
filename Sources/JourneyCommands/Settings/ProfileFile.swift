import JSON
import JourneyEngine

/// A profile file: a script of `config KEY VALUE` lines and comments (CONTRACT.md 1), read as any script is. What a person wrote
/// around these lines stays when values change, byte by byte.
struct ProfileFile {
  /// A piece of the file, line ends included: the setting that it holds, with its continuations, or what stands between two.
  private struct Part {
    var bytes: [UInt8]
    var key: String?
  }

  private var parts: [Part] = []
  /// The settings by key; the last line of a key counts.
  private(set) var values = JSON.Object()
  /// What the link of a login page names that stands there as the server.
  private(set) var link = JSON.Object()
  /// What came from the environment: secrets (CONTRACT.md 2), and the keys that hold them.
  private(set) var secrets: [String] = []
  private(set) var secretKeys: Set<String> = []

  init() {}

  /// Reads a file. `world` is for `${env:NAME}`. A failure begins with file, line and column.
  init(_ bytes: [UInt8], path: String, world: World) throws(Failure) {
    let lines = Self.lines(of: bytes)
    var parser = ScriptParser(file: path)
    parser.feed(bytes)
    parser.finish()
    var end = 0
    do throws(Failure) {
      while let commands = try parser.next() {
        let start = commands[0].place.line - 1
        let key = try read(commands, world)
        parts.append(Part(bytes: Array(lines[end..<start].joined())))
        end = parser.linesRead
        parts.append(Part(bytes: Array(lines[start..<end].joined()), key: key))
      }
    } catch {
      throw Self.placed(error)
    }
    parts.append(Part(bytes: Array(lines[end...].joined())))
  }

  /// The lines with their ends.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  /// A failure of a setting says its place itself: whoever shows it knows nothing of the file.
  private static func placed(_ failure: Failure) -> Failure {
    var placed = failure
    if let place = failure.place {
      placed.message = "\(ServerText.line(place.description, limit: 4000)): \(failure.message)"
    }
    placed.place = nil
    placed.code = .config
    if placed.data["key"] == nil { placed.data = ["key": "profile", "candidates": []] }
    return placed
  }

  private mutating func read(_ commands: [ParsedCommand], _ world: World) throws(Failure) -> String {
    let words = commands[0].words
    guard words[0].literal == "config", words.count == 3 else { throw Self.noSetting(commands[0].place) }
    if commands.count > 1 { throw Self.noSetting(commands[1].place) }
    do throws(Failure) {
      let known = secrets.count
      let key = try text(of: words[1], world)
      guard let spec = SettingSpec.written(key), spec.owner == .profile else { throw SettingSpec.unknown(key) }
      do throws(Failure) {
        let text = try text(of: words[2], world)
        values[spec.key] = try spec.value(parsing: text)
        if spec.kind == .server { link = ServerAddress.settings(in: text) }
      } catch {
        var failure = error
        failure.place = failure.place ?? words[2].place
        throw failure
      }
      if secrets.count > known { secretKeys.insert(spec.key) } else { secretKeys.remove(spec.key) }
      return spec.key
    } catch {
      var failure = error
      failure.place = failure.place ?? words[1].place
      throw failure
    }
  }

  private static func noSetting(_ place: ScriptPlace) -> Failure {
    Failure(.config, "A profile file holds lines 'config KEY VALUE', one setting each, and comments.", place: place)
  }

  private mutating func text(of word: Word, _ world: World) throws(Failure) -> String {
    var text = ""
    for piece in word.pieces {
      switch piece {
      case .literal(let part): text += part
      case .environment(let name):
        let value: String
        do throws(Failure) {
          value = try world.variable(name)
        } catch {
          var failure = error
          failure.place = word.place
          throw failure
        }
        secrets.append(value)
        text += value
      case .variable(let name): throw Failure(.config, "A profile file has no variables (\(name)).", place: word.place)
      }
    }
    return text
  }

  /// Puts settings in: lines of keys whose value is another are changed, new keys come last, the others stay as they are.
  mutating func set(_ settings: JSON.Object) {
    for member in settings.members where values[member.name] != member.value {
      let text = "config \(member.name) \(WordText.quotedForFile(Self.text(of: member.value)))"
      if let index = parts.lastIndex(where: { $0.key == member.name }) {
        parts[index].bytes = Array(text.utf8) + Self.lineEnd(of: parts[index].bytes)
      } else {
        parts.append(Part(bytes: missingLineEnd))
        parts.append(Part(bytes: Array(text.utf8) + [UInt8(ascii: "\n")], key: member.name))
      }
      values[member.name] = member.value
      if member.name == "server" { link = JSON.Object() }
    }
  }

  private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
    let isCRLF = bytes.suffix(2) == [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    return isCRLF ? Array(bytes.suffix(2)) : bytes.last == UInt8(ascii: "\n") ? [UInt8(ascii: "\n")] : []
  }

  /// What a line needs that comes behind a last line without an end.
  private var missingLineEnd: [UInt8] {
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return [] }
    return [UInt8(ascii: "\n")]
  }

  /// The file as it is kept.
  var bytes: [UInt8] { parts.flatMap(\.bytes) }

  /// A value as `config KEY VALUE` takes it.
  private static func text(of value: JSON) -> String {
    value.array.map { $0.compactMap(\.string).joined(separator: "\n") } ?? value.rawText
  }
}

extension SettingSpec {
  /// What is said for a key that is none.
  static func unknown(_ key: String) -> Failure {
    let keys = all.filter { $0.owner == .profile }.map(\.key)
    let near = Text.near(key, among: keys)
    let isOfRun = written(key) != nil
    return Failure(
      .config,
      isOfRun ? "\(key) is an option of a run, not of a profile." : "There is no setting \"\(ServerText.line(key))\".",
      hint: near.isEmpty || isOfRun
        ? "'config' lists the settings." : "Did you mean \(near.joined(separator: " or "))?",
      data: ["key": .string(key), "candidates": .array(near.map(JSON.string))])
  }
}
