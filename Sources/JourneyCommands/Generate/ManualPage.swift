/// `man/journey.1`: the manual of the program, from the tables.
struct ManualPage {
  var text: String {
    var page = Mdoc()
    head(&page)
    description(&page)
    commands(&page)
    faces(&page)
    options(&page)
    environment(&page)
    files(&page)
    page.macro("Sh EXIT STATUS")
    page.list(ExitStatus.meanings.map { ("\($0.status)", $0.text) })
    page.macro("Sh EXAMPLES")
    for (index, example) in ManualExamples.all.enumerated() {
      if index > 0 { page.macro("Pp") }
      page.text(example.text)
      page.code(example.lines)
    }
    page.macro("Sh SEE ALSO")
    page.macro("Xr curl 1 ,")
    page.macro("Xr editrc 5 ,")
    page.macro("Xr journey-rpc 7")
    return page.text
  }

  private func head(_ page: inout Mdoc) {
    page.title("journey", section: 1, description: "sign in at PingAM from a terminal, a script or another program")
    page.macro("Sh SYNOPSIS")
    let forms = [
      [], ["Fl f Ar file"], ["Fl c Ar \(Mdoc.argument("line; line"))"], ["Ar file.journey"],
      ["Ar command", "Op Ar argument ..."],
    ]
    for form in forms + FaceSpec.all.map(Self.form) {
      page.macro("Nm")
      page.macro("Op Ar options")
      for line in form { page.macro(line) }
    }
  }

  private static func form(_ face: FaceSpec) -> [String] {
    ["Cm \(face.name)"]
      + face.parameters.map { parameter in
        let words =
          parameter.isOption
          ? Mdoc.option(parameter.optionName, parameter.kind == .boolean ? "" : parameter.placeholder)
          : "Ar \(parameter.name)"
        return parameter.isRequired ? words : "Op \(words)\(parameter.repeats ? " ..." : "")"
      } + (face.takesCommand ? ["Op Fl Fl Ar command ..."] : [])
  }

  private func description(_ page: inout Mdoc) {
    page.macro("Sh DESCRIPTION")
    page.macro("Nm")
    page.text(
      """
      drives the journeys of PingAM, ForgeRock AM and PingOne Advanced Identity Cloud: it starts a journey, shows its steps, \
      takes answers, reaches a session and turns it into tokens. On a terminal it is a shell. A script from a file, from -c or \
      from standard input runs until its first command that fails; a first word that holds a slash or ends in .journey names \
      such a file. With a command it runs that one.
      """)
    page.macro("Ss Command lines")
    page.text(
      #"""
      Words are separated by blanks. Text in single quotes is literal. Text in double quotes knows \", \\, \$, \n, \t and \u{...}. \#
      Outside quotes a backslash takes the next character as it is, a # at the start of a word begins a comment, a semicolon \#
      separates commands, and a backslash at the end of a line continues it. ${NAME} is a variable and ${env:NAME} the \#
      environment. A command with - in front may fail, one with @ in front is not echoed.
      """#)
    page.macro("Ss The shell")
    page.text(
      """
      Lines are edited with the keys of emacs, or of vi where ~/.editrc says so. Tab completes commands, options, the inputs of the step by their \
      prompts, the labels of a choice, journeys, profiles, variables and files. ^R searches in the history, !! runs the last line again and !N the \
      line N; ! alone lists them. ^C clears the line, or stops what a command waits for; ^D on an empty line leaves. Lines that are pasted run one \
      after the other behind Enter, until one fails. The history keeps no line with a blank in front and none that holds a secret.
      """)
    page.macro("Ss Results")
    page.text(
      """
      The result of a command is shown as text, or with --json as one JSON document a line. capture, expect and --get look at the last result; let, \
      capture, expect, echo, help, config and profile leave it alone. A value is found by its path: callbacks[0].prompt, claims["a.b"], \
      headers["Content-Type"][0]. Each command names what its result has; a node, which most give, is one of these.
      """)
    page.list(
      ResultFields.rows(of: Schema.reference("Node")).map {
        ("Ic \(Mdoc.argument($0.label))", $0.names.joined(separator: ", ") + ".")
      }, isCompact: true)
    page.macro("Ss Steps that a program answers")
    page.text(
      """
      A passkey, a bound device or a header of HTTP is no matter of typing. capture keeps what the step sends, a program makes the answer, and set takes \
      it from there:
      """)
    page.code([
      "capture step callbacks[0].outputs.data", "set 1 --from 'cmd:my-authenticator \"$step\"'", "next",
    ])
    page.text(
      """
      set 1 unsupported says that there is no authenticator. For HTTP authentication the command config header 'Authorization: Negotiate TOKEN' stands \
      before next. A step that leads to another site goes on with resume and the address at which the browser ends, a mail with resume and its link.
      """)
    page.macro("Ss Targets")
    page.text(
      """
      A target names an input of the step: the index of a callback (0), index and input (0.1 or 0.question), the name of an input \
      (IDToken2), a type (Password) or a prompt.
      """)
    page.macro("Ss Sources")
    page.text(
      """
      A source of a value is prompt, stdin, file:PATH, fd:N, env:NAME, cmd:COMMAND or, where --secret binds it, secret:NAME. One \
      line end behind the value is removed. A command finds the variables that it names as $NAME in its environment; ${NAME} within double quotes \
      would put what a server sent into the command itself. What comes from env:, cmd:, secret: or prompt is a secret from then on and is shown \
      nowhere.
      """)
  }

  private func commands(_ page: inout Mdoc) {
    page.macro("Sh COMMANDS")
    page.open()
    for spec in CommandSpec.all {
      page.macro("It " + Self.item(spec.name, spec.parameters))
      page.text(Text.sentence(spec.summary))
      page.text(spec.details)
      parameters(spec.parameters, &page)
      result(of: spec, &page)
      page.code(spec.examples)
    }
    page.close()
  }

  private func result(of spec: CommandSpec, _ page: inout Mdoc) {
    let rows = ResultFields.rows(of: spec.resultSchema)
    guard !rows.isEmpty else { return }
    page.macro("Pp")
    let others = rows.filter(\.label.isEmpty).flatMap(\.names).joined(separator: ", ")
    let node = others.isEmpty ? "is a node" : "is a node, or has"
    page.text("Its result \(rows.contains { !$0.label.isEmpty } ? node : "has")\(others.isEmpty ? "" : " \(others)").")
  }

  private func faces(_ page: inout Mdoc) {
    page.macro("Ss Other ways to run it")
    page.open()
    for face in FaceSpec.all {
      page.macro("It " + Self.item(face.name, face.parameters))
      page.text(Text.sentence(face.summary))
      page.text(face.details)
      parameters(face.parameters, &page)
    }
    page.close()
    SandboxManual.write(&page)
  }

  private static func item(_ name: String, _ parameters: [ParameterSpec]) -> String {
    let words = parameters.filter { !$0.isOption }.map { parameter in
      let name = "Ar \(Mdoc.argument(parameter.name))" + (parameter.repeats ? " ..." : "")
      return parameter.isRequired ? name : "Oo \(name) Oc"
    }
    let options = parameters.contains(where: \.isOption) ? ["Oo Ar options Oc"] : []
    return (["Ic \(Mdoc.argument(name))"] + words + options).joined(separator: " ")
  }

  private func parameters(_ parameters: [ParameterSpec], _ page: inout Mdoc) {
    guard !parameters.isEmpty else { return }
    page.list(
      parameters.map { parameter in
        let value = parameter.kind == .boolean ? "" : parameter.placeholder
        let term =
          parameter.isOption
          ? Mdoc.option(parameter.optionName, value) : "Ar \(Mdoc.argument(parameter.name))"
        return (term, Text.sentence(parameter.summary + parameter.choices))
      }, isCompact: true)
  }

  private func options(_ page: inout Mdoc) {
    page.macro("Sh OPTIONS")
    page.text("Options stand before the command.")
    let settings = SettingSpec.all.map { spec in
      (Mdoc.option(spec.option, spec.placeholder), Text.sentence(spec.summary + Self.more(spec)))
    }
    let others = ProgramOption.all.map { option in
      let name = option.name.utf8.starts(with: "--".utf8) ? Mdoc.option(option.name) : "Fl \(option.name.dropFirst())"
      return (name + (option.placeholder.map { " Ar \(Mdoc.argument($0))" } ?? ""), Text.sentence(option.summary))
    }
    page.list(settings + others)
  }

  private static func more(_ spec: SettingSpec) -> String {
    var text = ""
    if case .choice(let values) = spec.kind { text += ": \(values.joined(separator: ", "))" }
    if spec.repeats { text += " (repeats)" }
    return text + (spec.defaultText.map { "; by default \($0)" } ?? "")
  }

  private func environment(_ page: inout Mdoc) {
    page.macro("Sh ENVIRONMENT")
    page.text(
      """
      Each option of a setting has a variable. Booleans are 1, true, yes or 0, false, no or empty; lists have one entry a line. An \
      option goes before the environment, the environment before a profile, and a profile before the default.
      """)
    let widest = SettingSpec.all.map(\.environmentName).max { $0.utf8.count < $1.utf8.count } ?? ""
    page.macro("Bl -tag -width \(widest) -compact")
    for spec in SettingSpec.all {
      page.macro("It Ev \(spec.environmentName)")
      page.macro(Mdoc.option(spec.option))
    }
    page.close()
    page.macro("Pp")
    page.text("Other variables:")
    page.open()
    for (name, text) in [
      ("HOME", "Where the folders below stand that are not named."),
      ("XDG_CONFIG_HOME", "Where the start-up file and the profiles are, by default ~/.config."),
      ("XDG_STATE_HOME", "Where sessions and the history are kept, by default ~/.local/state."),
      ("PAGER", "Shows terms that are longer than the screen; else less, else page by page."),
      ("EDITRC", "The file of keys for the line editor, by default ~/.editrc."),
      (
        "JOURNEY_SANDBOX_TOKEN",
        "The token of the sandbox's control endpoints; a new one for each run where it is not set."
      ),
      ("NO_COLOR", "Use no colour, where it is not empty."), ("TERM", "The kind of the terminal."),
    ] {
      page.macro("It Ev \(name)")
      page.text(text)
    }
    page.close()
  }

  private func files(_ page: inout Mdoc) {
    page.macro("Sh FILES")
    page.list(
      [
        ("$XDG_CONFIG_HOME/journey/rc", "Script that the shell runs when it starts."),
        (
          "$XDG_CONFIG_HOME/journey/profiles/NAME",
          "Settings of a profile: a script of lines config KEY VALUE and comments. The command save writes it."
        ),
        (
          "$XDG_STATE_HOME/journey/",
          "Sessions and tokens that are kept with --store file, and the history of the shell."
        ),
        (
          "$XDG_STATE_HOME/journey/profiles/NAME.json.sent",
          "Digests of the steps that went out, so that none does twice; NAME.json.lock and NAME.json.change are locks without content."
        ),
        ("~/.editrc", "Keys of the line editor."),
      ].map { ("Pa \(Mdoc.argument($0.0))", $0.1) })
  }
}
