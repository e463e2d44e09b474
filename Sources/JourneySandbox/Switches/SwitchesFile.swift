import Crypto
import JSON

/// The switches that a sandbox is started with: those of a file, then those of the command line.
enum SwitchesFile {
  /// - Parameters:
  ///   - file: a JSON file `{"SWITCH": VALUE,…}`, with rules for faults under `faults`.
  ///   - options: `NAME` or `NAME=VALUE` each.
  ///   - random: for what a switch makes up.
  static func read(
    file: String?, options: [String], into settings: inout Services.Settings, random: any RandomSource
  ) throws(SandboxError) -> [Fault] {
    var values: [String: (value: JSON, file: String?)] = [:]
    var faults: [Fault] = []
    if let file {
      guard let members = try TextFile.json(file).object else {
        throw SandboxError("it holds no object of switches", file: file)
      }
      for member in members.members {
        if member.name == "faults" {
          faults = try self.faults(member.value, file: file)
          continue
        }
        guard Switch.named(member.name) != nil else { throw unknown(member.name, file: file) }
        guard values[member.name] == nil else {
          throw SandboxError("the switch \(member.name) is in it twice", file: file)
        }
        values[member.name] = (member.value, file)
      }
    }
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let found = Switch.named(parts[0]) else { throw unknown(parts[0], file: nil) }
      values[found.name] = (parts.count == 2 ? found.value(of: parts[1]) : .bool(true), nil)
    }
    for one in Switch.all {
      guard let (value, file) = values[one.name] else { continue }
      if let problem = one.apply(value, to: &settings, random: random) {
        throw SandboxError("the switch \(one.name) \(problem)", file: file)
      }
    }
    if settings.isCloud, values["fork"]?.value == .bool(true) {
      throw SandboxError("the switches fork and aic cannot both be on", file: values["aic"]?.file)
    }
    return faults
  }

  private static func unknown(_ name: String, file: String?) -> SandboxError {
    let names = Switch.all.map(\.name).joined(separator: ", ")
    return SandboxError("there is no switch \"\(name.onOneLine(limit: 60))\"; there are \(names)", file: file)
  }

  private static func faults(_ json: JSON, file: String) throws(SandboxError) -> [Fault] {
    guard let rules = json.array else { throw SandboxError("\"faults\" is no array of rules", file: file) }
    var faults: [Fault] = []
    for (index, rule) in rules.enumerated() {
      do {
        faults.append(try Fault(rule))
      } catch {
        throw SandboxError("faults[\(index)]: \(error.message)", file: file)
      }
    }
    return faults
  }
}
