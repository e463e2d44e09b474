import JSON

extension CommandContext {
  /// The first line of a record: how it is run again, with the options that this run had.
  func recordHead(_ file: String) -> String {
    "Recorded by journey \(workspace.world.version). Runs again by: \(recordRun(file))"
  }

  /// The line for a shell that runs a record, with the options that this run has.
  func recordRun(_ file: String) -> String {
    (["journey"] + recordOptions + ["-f", file]).map(WordText.quotedForFile).joined(separator: " ")
  }

  /// A profile that only this process has is made anew.
  var recordOpening: [RecordedLine] {
    guard profile.name != Workspace.defaultProfile, profile.settings.profile.isEmpty else { return [] }
    return [
      RecordedLine([.plain("profile"), .value(RecordedValue(profile.name, name: "PROFILE")), .plain("--new")])
    ]
  }

  private var recordOptions: [String] {
    let settings = profile.settings
    var words = settings.usesSandbox ? ["--sandbox"] : []
    if !settings.profile.isEmpty, profile.name != Workspace.defaultProfile { words += ["--profile", profile.name] }
    for spec in SettingSpec.all where spec.owner == .profile {
      // Settings that were typed stand as commands in the script.
      guard let value = settings.value(spec.key), value.origin == .option, settings.value(spec.key, in: .option) != nil
      else {
        continue
      }
      let texts = (value.value.array ?? [value.value]).map(\.rawText)
      guard !WrittenSecrets.areIn(setting: spec.key, texts), texts.allSatisfy({ workspace.secrets.scrub($0) == $0 })
      else { continue }
      for text in texts {
        guard spec.kind != .boolean else {
          words.append(text == "true" ? spec.option : "\(spec.option)=\(text)")
          continue
        }
        words += [spec.option, text]
      }
    }
    return words
  }
}
