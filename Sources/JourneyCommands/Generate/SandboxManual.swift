/// What the manual says of the local server: the shapes of its files, and its control endpoints.
enum SandboxManual {
  static func write(_ page: inout Mdoc) {
    page.macro("Ss Files of the sandbox")
    page.text(
      """
      All are JSON. A file that cannot be used is one line with its place on standard error, and exit status 7. Samples stand in the folder tour of the \
      sources.
      """)
    page.open()
    for file in files {
      page.macro("It \(Mdoc.option(file.option, "FILE"))")
      page.text(file.text)
      page.code(file.lines)
    }
    page.close()
    page.macro("Ss The sandbox as the open fork")
    page.text(
      """
      The switch fork plays OpenAM 14.8. Steps have its members (template, stage, header, infoText), one authId without times for all of them and \
      the cookie AMAuthCookie; every callback has to come back in its place, a start may bring its answers, and what comes too late is 408. Names, types \
      and realms are found in any case, unknown ones refused in its words; an unknown suspendedId starts the default journey; a session is \
      upgraded by sessionUpgradeSSOTokenId alone. Sessions have the versions 1.x and 2.0 and the actions of a user; the query names another session, the body \
      none. Authorize reads the cookie alone, redirects with 301 and wants no PKCE; ID tokens say auth:time; discovery, the device flow and the headers are \
      its own. It has no modules (journeys run as they are, so the stage of a step is the name of its node), no administrators and none of their endpoints.
      """)
    page.macro("Ss Control endpoints of the sandbox")
    page.text(
      """
      They lie below the URL that it prints on standard error as control URL TOKEN, and take that token as Authorization: Bearer TOKEN, or as \
      X-Sandbox-Token: TOKEN. The variable JOURNEY_SANDBOX_TOKEN chooses it. With the option --sandbox the command call sends it along: call GET \
      /sandbox/outbox. Times are UTC, answers JSON.
      """)
    page.list(endpoints.map { ("Cm \(Mdoc.argument($0.request))", $0.text) })
    page.macro("Ss Policies of the sandbox")
    page.text(
      """
      The application is iPlanetAMWebAgentService. What a resource wants stands in its path: journey/NAME a session of that journey, level/NUMBER that \
      authentication level, transaction an approval of its own, which an evaluation names as TxId in its environment or as _txid behind the resource. \
      Everything else is allowed to whoever is signed in.
      """)
  }

  private static let files: [(option: String, text: String, lines: [String])] = [
    (
      "--users",
      """
      Users; demo is there too unless the file has it. Other members are attributes of the profile with any value but null, such as fr-attr-istr1; what \
      has one value in AM may stand in an array of one. _id, active (or accountStatus, inetUserStatus), mustChangePassword, passwordExpired, kbaInfo \
      (questionId or customQuestion, and answer) and aliasList say what they mean to journeys.
      """,
      [
        #"{"users": [{"username": "mia", "password": "S3cret", "givenName": "Mia","#,
        #"  "sn": "Keller", "mail": "mia@example.org", "active": true,"#,
        #"  "kbaInfo": [{"customQuestion": "First pet?", "answer": "rex"}]}]}"#,
      ]
    ),
    (
      "--clients",
      """
      OAuth 2.0 clients, with these members and no others; journey is there too unless the file has it. The method is none, basic, post (both with \
      secret) or private-key-jwt (with jwks: RSA keys of 2048 bits or more, or P-256, P-384, P-521); consent asks the user before a code is given.
      """,
      [
        #"{"clients": [{"clientId": "web", "redirectUris": ["http://localhost:9701/cb"],"#,
        #"  "postLogoutRedirectUris": ["http://localhost:9701/"], "scopes": ["openid", "email"],"#,
        #"  "method": "basic", "secret": "made-up", "consent": false}]}"#,
      ]
    ),
    (
      "--switches",
      """
      Switches by name, as --switch takes them, and under faults and outcomes the rules that are in force from the start (those of outcomes as \
      the control endpoint takes them). A fault strikes the requests whose path holds path and whose method is method, after skip of them, count \
      times. Its kind, fault, is latency (milliseconds, in which a step that is answered stays in work), drop, truncate (bytes), status (status, \
      body, contentType), html or text (an edge in front of the server, 502 or 403), or expired.
      """,
      [
        #"{"fork": true, "idleMinutes": 5, "cookieDomains": ["a.example.test"],"#,
        #"  "faults": [{"fault": "status", "status": 429, "path": "/json/sessions", "count": 1}]}"#,
      ]
    ),
  ]

  private static let endpoints: [(request: String, text: String)] = [
    ("GET outbox, DELETE outbox", "Mails, texts and push messages that journeys sent; ?to=ADDRESS picks."),
    ("POST clock {\"advance\":SECONDS}", "Moves the time; GET tells it."),
    ("POST faults, GET faults, DELETE faults", "Adds a rule or an array of rules, tells them, ends them."),
    ("GET log?transaction=ID", "What the nodes of journeys came to, by the transaction id of their requests."),
    (
      "POST push {\"messageId\":ID,\"accept\":BOOLEAN,\"number\":NUMBER}",
      "Answers a push message as the phone would."
    ),
    (
      "POST scan {\"uri\":URI}",
      "Does what a phone does with the code of a registration; gives the one-time code of now."
    ),
    (
      "POST outcomes {\"type\":TYPE,\"node\":NODE,\"journey\":NAME,\"outcome\":OUTCOME}, GET outcomes, DELETE outcomes",
      """
      Chooses what a node comes to that the sandbox only stands in for (a stub, a captcha, a risk): those of a type, or one by its id or \
      its name, in all journeys or one. By itself a stub lets the journey go on, as far as its outcomes tell.
      """
    ),
    ("GET journeys", "The journeys with their realms and files, and the nodes whose outcome can be chosen."),
    ("POST reset", "Everything as at the start."),
  ]
}
