import JSON

/// What a person can do after an error or a failure that says nothing of it itself.
enum EndingHint {
  /// Nil where another line says it.
  static func next(_ ending: JSON) -> String? {
    if let seconds = ending["retryAfterSeconds"]?.integer {
      return "the server asks to wait \(seconds) s before the next try"
    }
    // The line about the step that is kept says it.
    guard ending["stepOpen"]?.bool != true else { return nil }
    switch ending["cause"]?.string {
    case "rejected", "timed-out": return "'start' begins again"
    case "suspension-expired": return "'start' begins again, and has another link sent"
    case "rate-limited": return "wait a while, then 'start' begins again"
    case "forbidden": return "the account or this client may not do that; the server's log says why"
    case "network": return "is the server up, and is its address right? 'config server' shows it"
    case "tls": return "'config cacert FILE' names the certificates to trust"
    case "timeout": return "'config timeout SECONDS' waits longer"
    case "server": return "the server's log says more; 'start' begins again"
    case "unexpected-reply":
      return "something else than AM may have answered; 'trace on' shows what is sent and what comes"
    default: return nil
    }
  }
}
