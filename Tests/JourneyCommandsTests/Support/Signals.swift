#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends a program that a test has started.
func end(_ child: pid_t) {
  _ = kill(child, SIGKILL)
}
