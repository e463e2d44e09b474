/// Why the keyring could not be used. Nothing was kept elsewhere instead.
package enum SecretServiceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libsecret could not be opened; the text says what the system said.
  case libraryMissing(String)
  /// There is no D-Bus session, or it does not take us.
  case noBus(String)
  /// There is a D-Bus session, but no Secret Service in it and none that could be started.
  case noService(String)
  /// The Secret Service has no default keyring to put something into.
  case noKeyring
  /// The keyring is locked, and nobody was to be asked.
  case locked
  /// The person closed the question for the keyring's password, or the question could not be shown.
  case dismissed
  /// The keyring did not answer in this time. Something that was to be stored or deleted may or may not be.
  case timedOut(Duration)
  /// An attribute or a label has a zero byte in it, which D-Bus cannot carry.
  case zeroByte
  /// The Secret Service refused, with this text.
  case failed(String)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .libraryMissing(let reason): "\(reason)."
    case .noBus(let reason): "There is no D-Bus session to reach the keyring by: \(reason)."
    case .noService(let reason): "No keyring (Secret Service) answers on D-Bus: \(reason)."
    case .noKeyring: "The Secret Service has no default keyring."
    case .locked: "The keyring is locked."
    case .dismissed: "The keyring was not unlocked: its question was closed, or could not be shown."
    case .timedOut(let limit): "The keyring did not answer within \(limit)."
    case .zeroByte: "A name with a zero byte in it cannot be kept in the keyring."
    case .failed(let reason): "The keyring refused: \(reason)."
    }
  }

  /// What to do about it; nil where nothing general helps.
  package var fix: String? {
    switch self {
    case .libraryMissing: "Install libsecret (Debian: apt install libsecret-1-0)."
    case .noBus:
      "Sign in to a desktop session, or start one for this alone by 'dbus-run-session -- sh', and a keyring in it."
    case .noService:
      """
      Install and start a keyring (Debian: apt install gnome-keyring), or switch on the Secret Service of KeePassXC \
      or KWallet.
      """
    case .noKeyring: "Make a default keyring, for example in Seahorse, or sign in to the desktop anew."
    case .locked, .dismissed:
      """
      Unlock the keyring, for example in Seahorse; without a desktop 'gnome-keyring-daemon --unlock' takes its \
      password on standard input.
      """
    case .timedOut: "Look whether the keyring waits for an answer in a window, or start it again."
    case .zeroByte, .failed: nil
    }
  }
}
