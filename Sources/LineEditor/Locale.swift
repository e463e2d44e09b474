#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the terminal is able to show and to send.
package enum TerminalLocale {
  /// Makes the C library read and write UTF-8, which libedit needs: in the C locale it drops what is not ASCII.
  ///
  /// The locale of the environment is taken where it is a UTF-8 one, else C.UTF-8 (or what the system has in its place):
  /// everything that the program writes is UTF-8 anyway.
  ///
  /// - Returns: `userHasUTF8`: the environment asks for UTF-8, so that the terminal is likely to show it; `isUTF8`: UTF-8 is
  ///   what the C library works with now. Without that nothing but ASCII may be given to libedit.
  package static func prepare() -> (userHasUTF8: Bool, isUTF8: Bool) {
    if setlocale(LC_CTYPE, "") != nil, codesetIsUTF8 { return (true, true) }
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil && codesetIsUTF8 {
      return (false, true)
    }
    _ = setlocale(LC_CTYPE, "C")
    return (false, false)
  }

  private static var codesetIsUTF8: Bool {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
    return ["UTF-8", "utf-8", "UTF8", "utf8"].contains(String(cString: name))
  }
}
