/// `man/journey-rpc.7`: the JSON-RPC face, from the tables.
struct RPCManualPage {
  var text: String {
    var page = Mdoc()
    page.title("journey-rpc", section: 7, description: "JSON-RPC 2.0 interface of journey")
    page.macro("Sh SYNOPSIS")
    page.macro("Nm journey")
    page.macro("Op Ar options")
    page.macro("Cm rpc")
    for option in FaceSpec.rpc.parameters {
      page.macro("Op \(Mdoc.option(option.optionName, option.kind == .boolean ? "" : option.placeholder))")
    }
    description(&page)
    methods(&page)
    notifications(&page)
    page.macro("Sh ERROR CODES")
    page.text(
      """
      A journey that ends badly is a result, an error or failure node. Errors are for calls that could not be done. The data of an \
      error holds code, hint and what belongs to the code.
      """)
    page.list(
      Failure.Code.allCases.map {
        ("\(Mdoc.escaped("\($0.rpcCode)")) Cm \(Mdoc.argument($0.rawValue))", Text.sentence($0.meaning))
      })
    page.macro("Sh EXAMPLES")
    page.text("A login, a message a line:")
    page.code([
      #"{"jsonrpc":"2.0","id":1,"method":"start","params":{"journey":"Login"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"set","params":{"target":0,"value":"demo"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"set","params":[1,"Ch4ng31t"]}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"next"}"#,
    ])
    page.macro("Sh SEE ALSO")
    page.macro("Xr journey 1")
    return page.text
  }

  private func description(_ page: inout Mdoc) {
    page.macro("Sh DESCRIPTION")
    page.text(
      """
      Requests are read from standard input and answered on standard output. Where the first bytes are Content- messages have \
      headers as in the Language Server Protocol, else each is one line; answers use the same. Nothing else is ever written to \
      standard output.
      """)
    page.macro("Pp")
    page.text(
      """
      Parameters are given by name or by position. Every method also takes profile and progressToken by name. Calls on one profile \
      run in order, profiles side by side. At the end of input what was read is worked off for up to one second, with --drain until \
      it is done.
      """)
    page.macro("Pp")
    page.text(
      """
      The sources prompt, stdin and fd: cannot be used. The sources cmd:, file: and env:, ${env:NAME} and the commands source and \
      record need --allow-sources. A value that --secret binds is used as secret:NAME.
      """)
  }

  private func methods(_ page: inout Mdoc) {
    page.macro("Sh METHODS")
    page.text("The method rpc.discover describes all of them, with results and errors, as an OpenRPC document.")
    page.open()
    for spec in CommandSpec.all where spec.isRPC { item(spec.name, spec.parameters, spec.summary, &page) }
    for method in ProtocolMethod.all { item(method.name, method.parameters, method.summary, &page) }
    page.close()
  }

  private func item(_ name: String, _ parameters: [ParameterSpec], _ summary: String, _ page: inout Mdoc) {
    let names = parameters.map { parameter in
      let name = "Ar \(Mdoc.argument(parameter.name))"
      return parameter.isRequired ? name : "Oo \(name) Oc"
    }
    page.macro((["It Ic \(Mdoc.argument(name))"] + names).joined(separator: " "))
    page.text(Text.sentence(summary))
    let types = parameters.map { "\($0.name) is \($0.kind.described)" }
    if !types.isEmpty { page.text("Here \(types.joined(separator: ", ")).") }
  }

  private func notifications(_ page: inout Mdoc) {
    page.macro("Sh NOTIFICATIONS")
    page.text("What the server sends by itself. Secrets are taken out.")
    page.list([
      (
        "Ic $/progress Ar token Ar value",
        "While a call with a progressToken waits; value has the kind wait and remainingMilliseconds."
      ),
      (
        "Ic node",
        "A node came: its parameters are the node, and the profile it belongs to. Only after initialize asked for node."
      ),
      (
        "Ic log Ar level Ar message",
        """
        What is worth knowing and is no answer, of the level error (the failure of a notification), warning, info, or debug (an \
        exchange, with --debug or trace). Only after initialize asked for log.
        """
      ),
      (
        "Ic $/logTrace Ar message Op Ar verbose",
        """
        An exchange with AM after $/setTrace, or initialize with trace: message is its first line. With verbose, verbose holds its \
        headers and body, too.
        """
      ),
    ])
  }
}
