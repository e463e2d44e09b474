import JSON
import Synchronization

extension CommandSpec {
  static let config: CommandSpec = CommandSpec(
    name: "config",
    summary: "Show settings and where they come from, or change one",
    details:
      "A change holds for this profile in this process; 'save' in the same shell or script keeps it. Lists take one entry a line.",
    examples: ["config", "config realm", "config realm /alpha"],
    parameters: [
      ParameterSpec("key", .text, "Setting", completion: .settings),
      ParameterSpec("value", .json, "New value", completion: .settingValues).hiding(.setting),
    ],
    resultSchema: Schema.reference("Settings"),
    failures: [.config],
    leavesLastResult: true,
    staysHere: true,
    readingForm: ReadingForm(summary: "Show settings and where they come from", without: "value"),
    body: .inTurn { arguments, context async throws(Failure) in
      guard let key = arguments.text("key") else { return context.profile.settings.output() }
      guard let spec = SettingSpec.written(key), spec.owner == .profile else { throw SettingSpec.unknown(key) }
      if let value = arguments["value"] { try context.change(spec, to: value) }
      return context.profile.settings.output(spec)
    })
}

extension Settings {
  /// All settings as a result, or one.
  fileprivate func output(_ only: SettingSpec? = nil) -> Output {
    var output = Output(shown(only), .config)
    output.sandboxKeys = sandboxKeys
    return output
  }
}

extension CommandContext {
  fileprivate func change(_ spec: SettingSpec, to value: JSON) throws(Failure) {
    let rights = workspace.rights
    guard rights.changesSettings else { throw Failure(.usage, "config takes no value here.") }
    if rights.isPipe, !rights.usesFiles, spec.kind == .file {
      throw Failure(
        .usage, "config \(spec.key) names a file, which cannot be done here.",
        hint: "Start 'journey rpc' with --allow-sources, or with \(spec.option).")
    }
    let checked = try spec.value(checking: value)
    profile.state.withLock { state in
      state.settings.command[spec.key] = checked
      if spec.kind == .server { state.settings.links[.command] = value.string.map(ServerAddress.settings) }
    }
    if spec.kind == .server, let notice = profile.settings.linkNotice { workspace.notify(notice) }
  }
}
