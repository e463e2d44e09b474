import HTTPClient
import JSON
import JourneyEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Signs in again and again with the engine, as a program that holds one does: `StepLoop URL LOGINS`.
///
/// Prints what `curl-loop` prints: logins, seconds, seconds of CPU time, and microseconds of the median request.
@main
enum StepLoop {
  static func main() async {
    let words = CommandLine.arguments
    guard words.count == 3, let logins = Int(words[2]) else {
      print("usage: StepLoop URL LOGINS")
      exit(2)
    }
    // Off the main actor, where each message would wait for a wake-up of the main thread.
    await Task.detached { await run(url: words[1], logins: logins) }.value
  }

  private static func run(url: String, logins: Int) async {
    var transport = HTTPClientConfiguration()
    transport.proxy = ""
    let shared = CurlTransport(transport)
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(logins * 2)
    let start = clock.now
    for _ in 0..<logins {
      // A user agent of its own: the session of the login before would go along else.
      let journey = Journey.createJourney { config in
        config.serverUrl = url
        config.cookie = "iPlanetDirectoryPro"
        config.transport = shared
      }
      let before = clock.now
      guard let step = await journey.start("Login") as? ContinueNode else { fail("no step came") }
      let between = clock.now
      for (callback, text) in zip(step.callbacks, ["demo", "Ch4ng31t"]) {
        do {
          try callback.set(.text(text), input: 0)
        } catch {
          fail("the answer was not taken")
        }
      }
      guard await step.next() is SuccessNode else { fail("no session came") }
      times.append(between - before)
      times.append(clock.now - between)
    }
    let took = clock.now - start
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    times.sort()
    print(logins, seconds(took), cpu, seconds(times[times.count / 2]) * 1e6)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func seconds(_ time: Duration) -> Double {
    Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  private static func fail(_ text: String) -> Never {
    print("StepLoop: \(text)")
    exit(1)
  }
}
