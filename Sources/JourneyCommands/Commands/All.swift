extension CommandSpec {
  /// Every command, in the order of help and manual.
  package static let all: [CommandSpec] = [
    start, resume, show, set, unset, next, fill, wait, login,
    session, tokens, userinfo, introspect, decode, revoke, logout, devices, call,
    profile, profiles, config, save, forget,
    `let`, capture, expect, source, record, trace, echo, help, quit,
  ]
}
