import JourneyCommands
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Commands of the source `cmd:`, run by a real shell.
@Suite(.timeLimit(.minutes(1))) struct ShellTests {
  private func run(
    _ command: String, _ environment: [String: String] = [:], limit: Int = 20_000
  ) async throws(Failure) -> String {
    var variables = ["PATH": "/usr/bin:/bin"]
    for (name, value) in environment { variables[name] = value }
    return String(
      decoding: try await Shell.run(command, environment: variables, limitMilliseconds: limit), as: UTF8.self)
  }

  private func failure(_ command: String, limit: Int = 20_000) async -> Failure? {
    do throws(Failure) {
      _ = try await run(command, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a command gets none of our descriptors, no input and the variables that it is given`() async throws {
    // A descriptor that a child would inherit.
    let copy = dup(1)
    defer { close(copy) }
    let listing = try await run("exec 2>&1; for f in /proc/$$/fd/*; do echo ${f##*/}; done; cat", ["JOURNEY_X": "1"])
    // The shell itself has one open, to list the folder.
    #expect(listing.split(separator: "\n").compactMap { Int($0) }.filter { $0 > 3 } == [])
    let variables = try await run("env", ["OWN": "2"]).split(separator: "\n")
    // The shell itself makes PWD.
    #expect(Set(variables.filter { !$0.hasPrefix("PWD=") }) == ["PATH=/usr/bin:/bin", "OWN=2"])
  }

  @Test func `a command that takes too long, prints too much or fails is ended and told`() async {
    #expect(await failure("sleep 30", limit: 200)?.message.contains("took longer") == true)
    #expect(await failure("yes")?.message.contains("more than 1 MiB") == true)
    #expect(await failure("exit 3")?.message.contains("exit status is 3") == true)
    #expect(await failure("kill -9 $$")?.message.contains("signal 9") == true)
    #expect(await failure("no-such-command 2>/dev/null")?.code == .usage)
  }

  @Test func `what a command has started ends with it`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/pid"
    let error = await failure("sh -c 'sleep 60 & echo $! >\(file); wait'; true", limit: 1000)
    #expect(error?.message.contains("took longer") == true)
    let process = try #require(pid_t((folder.read("pid") ?? "").filter { $0.isNumber }))
    // It may be a zombie until its new parent has looked.
    var state = "there"
    for _ in 0..<100 where state == "there" {
      state = kill(process, 0) == 0 && !isZombie(process) ? "there" : "gone"
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(state == "gone")
  }

  private func isZombie(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).contains(") Z ")
  }

  @Test func `a cancelled call ends its command`() async {
    let task = Task { await failure("sleep 30") }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }
}
