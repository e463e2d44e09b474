/// What the exit statuses mean (CONTRACT.md 6).
package enum ExitStatus {
  package static let meanings: [(status: Int32, text: String)] = [
    (0, "Done."), (1, "The server said no (an error node), or there is no session."),
    (2, "A command or its parameters are wrong."), (3, "The server gave no answer, or none of AM (a failure node)."),
    (4, "A value is not as expected."), (5, "An answer is missing, or the journey waits for something outside."),
    (6, "The OAuth 2.0 provider refused."), (7, "A setting is missing or wrong, or something cannot be kept."),
    (70, "A fault of this program."), (130, "Interrupted."),
  ]
}

/// An option of the program that is no setting.
package struct ProgramOption: Sendable, Equatable {
  package var name: String
  /// How its value is named; nil for a flag.
  package var placeholder: String?
  package var summary: String

  package static let all: [ProgramOption] = [
    ProgramOption(name: "-f", placeholder: "FILE", summary: "Run a script; - is standard input"),
    ProgramOption(name: "-c", placeholder: "LINES", summary: "Run the script that is given here"),
    ProgramOption(name: "--echo", summary: "Print each command of a script to stderr, but for those with @ in front"),
    ProgramOption(name: "--version", summary: "Print the version"),
    ProgramOption(name: "--help", summary: "Print a short help; behind a command its own"),
  ]
}

/// The examples of the manual. Each runs as it is, with no server but the one inside the program.
package enum ManualExamples {
  package static let all: [(text: String, lines: [String])] = [
    (
      "Sign in at the server inside the program and show the tokens:",
      ["journey --sandbox -c 'start Login; set 0 demo; set 1 Ch4ng31t; next; tokens'"]
    ),
    (
      "Get an access token in a shell script, with the password from the environment:",
      [
        "PASSWORD=Ch4ng31t; export PASSWORD", "TOKEN=$(journey --sandbox --get accessToken login Login \\",
        "  --answer Name=demo --answer-from Password=env:PASSWORD --tokens --reveal)", "test -n \"$TOKEN\"",
      ]
    ),
    (
      "Get the token of the session, as a cookie has it:",
      [
        "PASSWORD=Ch4ng31t; export PASSWORD", "SSO=$(journey --sandbox --get tokenId -c \\",
        "  'login Login --answer Name=demo --answer-from Password=env:PASSWORD; session --reveal')",
        "test -n \"$SSO\"",
      ]
    ),
    (
      "Check in a script that a wrong password is refused:",
      [
        "journey --sandbox <<'END'", "start Login", "set Name demo", "set Password wrong", "- next",
        "expect kind == error", "expect cause == rejected", "END",
      ]
    ),
    (
      "Make a test of a login that was just tried:",
      [
        "journey --sandbox -c 'start Login; set 0 demo; set 1 Ch4ng31t; next; record login.journey'",
        "ANSWER_PASSWORD=Ch4ng31t journey --sandbox -f login.journey",
      ]
    ),
    (
      "Run the local server beside other programs, and sign in at it:",
      [
        "journey sandbox >url 2>log &", "until test -s url; do sleep 0.1; done",
        "journey --server \"$(cat url)\" login Login --answer Name=demo --answer Password=Ch4ng31t", "kill $!",
      ]
    ),
    (
      "Ask by JSON-RPC:",
      [
        #"echo '{"jsonrpc":"2.0","id":1,"method":"start","params":["Login"]}' |"#, "  journey --sandbox rpc --drain",
      ]
    ),
  ]
}
