import HTTPClient
import JSON
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a step costs, in a loop: a program of its own, which does nothing else.
///
/// - `StepLoop URL LOGINS` signs in again and again with the engine, as a program that holds one does. Prints what
///   `curl-loop` prints: logins, seconds, seconds of CPU time, and microseconds of the median request.
/// - `StepLoop parse FILE ROUNDS` reads the step document of a file as JSON; `StepLoop answer FILE ROUNDS` reads it, makes its
///   callbacks and writes the answer. Both print the microseconds of the median round.
@main
enum StepLoop {
  static func main() async {
    let words = CommandLine.arguments
    guard let rounds = words.last.flatMap({ Int($0) }), rounds > 0 else { usage() }
    switch (words.count, words[1]) {
    case (3, _):
      // Off the main actor, where each message would wait for a wake-up of the main thread, and beside the network.
      var configuration = HTTPClientConfiguration()
      configuration.proxy = ""
      let transport = CurlTransport(configuration)
      await Task.detached(executorPreference: transport.executor) {
        await run(url: words[1], logins: rounds, transport)
      }.value
    case (4, "parse"):
      measure(words[2], rounds) { bytes throws(JSON.ParseError) in _ = try JSON(parsing: bytes) }
    case (4, "answer"):
      measure(words[2], rounds) { bytes throws(JSON.ParseError) in
        _ = Step(try JSON(parsing: bytes)).reply().bytes()
      }
    default: usage()
    }
  }

  private static func usage() -> Never {
    print("usage: StepLoop URL LOGINS | StepLoop parse|answer FILE ROUNDS")
    exit(2)
  }

  private static func measure(_ path: String, _ rounds: Int, _ work: ([UInt8]) throws(JSON.ParseError) -> Void) {
    guard let bytes = (try? Data(contentsOf: URL(filePath: path))).map({ Array($0) }) else {
      fail("cannot read \(path)")
    }
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(rounds)
    for _ in 0..<rounds {
      let before = clock.now
      do {
        try work(bytes)
      } catch {
        fail("\(error)")
      }
      times.append(clock.now - before)
    }
    times.sort()
    print(seconds(times[rounds / 2]) * 1e6)
  }

  private static func run(url: String, logins: Int, _ shared: CurlTransport) async {
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
