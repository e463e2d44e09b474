import Crypto
import JSON

/// The switches that a sandbox is started with: those of a file, then those of the command line.
enum SwitchesFile {
  /// What a file has besides switches: rules that are in force from the start.
  struct Rules {
    var faults: [Fault] = []
    var outcomes: [OutcomeRule] = []
  }

  /// - Parameters:
  ///   - file: a JSON file `{"SWITCH": VALUE,…}`, with rules under `faults` and `outcomes`.
  ///   - options: `NAME` or `NAME=VALUE` each.
  ///   - random: for what a switch makes up.
  static func read(
    file: String?, options: [String], into settings: inout Services.Settings, random: any RandomSource
  ) throws(SandboxError) -> Rules {
    var values: [String: Given] = [:]
    var rules = Rules()
    if let file {
      (values, rules) = try TextFile.document(file) { (document) throws(DocumentFault) in
        try read(document, file: file)
      }
    }
    var chosen: Set<String> = []
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let found = Switch.named(parts[0]) else { throw SandboxError(unknown(parts[0])) }
      guard chosen.insert(found.name).inserted else { throw SandboxError("the switch \(found.name) is given twice") }
      values[found.name] = Given(value: parts.count == 2 ? found.value(of: parts[1]) : .bool(true), file: nil)
    }
    for one in Switch.all {
      guard let given = values[one.name] else { continue }
      if let problem = one.apply(given.value, to: &settings, random: random) {
        throw SandboxError("the switch \(one.name) \(problem)", file: given.file)
      }
    }
    let on = Set(values.filter { $0.value.value != .bool(false) }.keys)
    if let contradiction = Contradiction.all.first(where: { $0.holds(settings, on) }) {
      let file = contradiction.names.lazy.compactMap { values[$0]?.file }.first
      throw SandboxError(contradiction.message, file: file)
    }
    return rules
  }

  /// A switch as it was given.
  private struct Given {
    var value: JSON
    /// The file that it stands in; nil for the command line.
    var file: String?
  }

  private static func read(_ document: DocumentValue, file: String) throws(DocumentFault) -> (
    [String: Given], Rules
  ) {
    var values: [String: Given] = [:]
    var rules = Rules()
    for (name, value) in try document.members() {
      switch name {
      case "faults": rules.faults = try value.elements().map { (rule) throws(DocumentFault) in try Fault(rule) }
      case "outcomes":
        rules.outcomes = try value.elements().map { (rule) throws(DocumentFault) in try OutcomeRule(rule) }
      default:
        guard Switch.named(name) != nil else { throw document.fault(unknown(name)) }
        values[name] = Given(value: value.json, file: file)
      }
    }
    return (values, rules)
  }

  private static func unknown(_ name: String) -> String {
    let names = Switch.all.map(\.name).joined(separator: ", ")
    return "there is no switch \"\(name.onOneLine(limit: 60))\"; there are \(names)"
  }
}
