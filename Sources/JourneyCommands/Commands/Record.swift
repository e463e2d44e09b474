import JSON
import Synchronization

extension CommandSpec {
  static let record: CommandSpec = CommandSpec(
    name: "record",
    summary: "Write the journey so far, and what follows, as a script that runs again",
    details: """
      A login that was tried by hand becomes a test: the file begins with what was done since the last 'start', and each command that \
      follows is added; a 'start' right behind 'record' begins it anew. Answers are kept, and what the server said becomes \
      expectations. A secret is never written: its place takes a variable of the environment, which the head of the script names. \
      The file must be new.
      """,
    examples: ["record login.journey", "record off"],
    parameters: [ParameterSpec("file", .file, required: true, "File to write, or off", completion: .files)],
    resultSchema: Schema.object(["path": Schema.text]),
    failures: [.storage],
    isMCP: false,
    leavesLastResult: false,
    status: { workspace in
      workspace.recorder.path.map { "\($0) is being recorded; 'record off' ends it." } ?? "Nothing is recorded."
    },
    body: .inTurn { arguments, context async throws(Failure) in
      let workspace = context.workspace
      guard workspace.rights.usesFiles else {
        throw Failure(.usage, "record cannot be used here.", hint: "Start 'journey rpc' with --allow-sources.")
      }
      let recorder = workspace.recorder
      let file = workspace.world.path(arguments.required("file"))
      if file == "off" {
        try await workspace.writeRecord()
        let needed = recorder.needed
        guard let path = recorder.end() else {
          throw Failure(.usage, "Nothing is recorded.", hint: "'record FILE' begins.")
        }
        let values = needed.map { "\($0)=… " }.joined()
        workspace.notify(.note("it runs again by: \(values)\(context.recordRun(path))"))
        return Output(["path": .string(path)], .path)
      }
      guard !file.isEmpty else { throw Failure(.usage, "record needs a file.", hint: "Usage: record FILE") }
      if let path = recorder.path {
        throw Failure(.usage, "\(path) is being recorded already.", hint: "'record off' ends it.")
      }
      guard try await isFree(file) else {
        throw Failure(
          .storage, "\(file): there is something already, which is left as it is.", hint: "Name a new file.",
          data: ["path": .string(file)])
      }
      let known = recorder.begin(
        file, head: context.recordHead(file), opening: context.recordOpening, profile: context.profile.name,
        settings: context.profile.settings.typed)
      do throws(Failure) {
        try await workspace.writeRecord()
      } catch {
        _ = recorder.end()
        throw error
      }
      var output = Output(["path": .string(file)], .path)
      if let known {
        workspace.notify(
          .note(
            "the journey so far is in it (\(known) commands); what follows is added, a 'start' right now begins it anew"
          ))
      } else {
        workspace.notify(.note("what is done from now on is recorded; 'record off' ends it"))
        if context.profile.state.withLock({ $0.open }) != nil {
          output.warnings.append(
            "How the journey at hand began is not known here, so the script begins inside of it: record before 'start'."
          )
        }
      }
      return output
    })

  /// Whether nothing is lost when the file is written: there is none, or an empty one.
  private static func isFree(_ path: String) async throws(Failure) -> Bool {
    try await Blocking.onFiles { () throws(Files.Problem) in
      try Files.checkFolder(of: path)
      return try Files.read(path)?.isEmpty ?? true
    }
  }
}
