/// Where the D-Bus session of a person is, from the environment; nil where it does not say.
///
/// An address in `DBUS_SESSION_BUS_ADDRESS` counts first, then the socket `bus` in `XDG_RUNTIME_DIR`. A session is never
/// started: it would have no keyring in it.
///
/// - Source: D-Bus specification, "Server Addresses", "Well-known Message Bus Instances".
func sessionBusAddress(in environment: [String: String]) -> String? {
  if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
  guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
  return "unix:path=" + escapedForAddress("\(folder)/bus")
}

/// A value in an address: all but these characters as `%` and two hexadecimal digits.
private func escapedForAddress(_ value: String) -> String {
  let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.\\*".utf8)
  return value.utf8.reduce(into: "") { text, byte in
    if plain.contains(byte) {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16)
      text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
}
