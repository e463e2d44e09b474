#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many cells a terminal gives to a character: what the C library says in a UTF-8 locale, whatever the locale of the tests is.
enum CellWidth {
  private typealias Function = @convention(c) (Int32) -> Int32

  // glibc hides the declaration from Swift.
  private static let wcwidth = dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Function.self) }

  /// Runs `body` with the widths of UTF-8 on this thread.
  static func withUTF8<Result>(_ body: () -> Result) -> Result {
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return body() }
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    return body()
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    return max(0, Int(wcwidth?(Int32(bitPattern: scalar.value)) ?? 1))
  }
}
