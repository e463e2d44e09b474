import Foundation
import PseudoTerminal

/// Ends a process by SIGKILL in the call that is to be its last: a library, to be preloaded, counts the calls that touch the
/// files of profiles, and dies before the one whose number is in `CRASH_AT`. Of a write the half is done.
enum CrashPoints {
  /// The variables for a process that is to die there.
  static func at(_ number: Int) throws -> [String: String] {
    ["LD_PRELOAD": try library.get(), "CRASH_AT": "\(number)"]
  }

  private static let library = Result { () throws -> String in
    let base = FileManager.default.temporaryDirectory.appending(path: "journey-crash-\(UUID().uuidString)").path
    try Data(source.utf8).write(to: URL(filePath: base + ".c"))
    let result = try Program(path: "/usr/bin/env").run(
      ["cc", "-shared", "-fPIC", "-o", base + ".so", base + ".c", "-ldl"], environment: ["PATH": "/usr/bin:/bin"])
    guard result.status == 0 else { throw Program.Failed(description: "cc: \(result.errors)") }
    return base + ".so"
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdarg.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/file.h>
    #include <unistd.h>

    static atomic_long calls;

    static int is_kept(const char *path) { return path && strstr(path, "/journey/profiles"); }
    static int is_kept_file(int file) {
      char name[64], path[4096];
      snprintf(name, sizeof name, "/proc/self/fd/%d", file);
      ssize_t length = readlink(name, path, sizeof path - 1);
      if (length < 0) return 0;
      path[length] = 0;
      return is_kept(path);
    }
    static int is_last(void) {
      const char *number = getenv("CRASH_AT");
      return number && atomic_fetch_add(&calls, 1) + 1 == atol(number);
    }
    static void die(void) {
      kill(getpid(), SIGKILL);
      for (;;) pause();
    }

    #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
    #define OPEN(name)                                  \\
      int name(const char *path, int flags, ...) {      \\
        va_list more;                                   \\
        va_start(more, flags);                          \\
        int mode = flags & O_CREAT ? va_arg(more, int) : 0; \\
        va_end(more);                                   \\
        if (is_kept(path) && is_last()) die();          \\
        return REAL(name)(path, flags, mode);           \\
      }
    OPEN(open)
    OPEN(open64)
    ssize_t write(int file, const void *bytes, size_t count) {
      if (is_kept_file(file) && is_last()) {
        REAL(write)(file, bytes, count / 2);
        die();
      }
      return REAL(write)(file, bytes, count);
    }
    int fsync(int file) {
      if (is_kept_file(file) && is_last()) die();
      return REAL(fsync)(file);
    }
    int close(int file) {
      if (is_kept_file(file) && is_last()) die();
      return REAL(close)(file);
    }
    int rename(const char *from, const char *to) {
      if (is_kept(to) && is_last()) die();
      return REAL(rename)(from, to);
    }
    int unlink(const char *path) {
      if (is_kept(path) && is_last()) die();
      return REAL(unlink)(path);
    }
    """
}
