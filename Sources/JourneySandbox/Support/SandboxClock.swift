import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the sandbox takes the time from; tests give their own.
package struct SandboxClock: Sendable {
  /// Milliseconds since 1970, UTC.
  package var milliseconds: @Sendable () -> Int

  package init(milliseconds: @escaping @Sendable () -> Int) {
    self.milliseconds = milliseconds
  }

  /// The clock of the machine.
  package static let system = SandboxClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

/// The sandbox's own time: that of a clock, moved by what the control endpoint asked for.
final class MovableClock: Sendable {
  private let clock: SandboxClock
  private let offsetMilliseconds = Atomic<Int>(0)

  init(_ clock: SandboxClock) {
    self.clock = clock
  }

  var now: Moment {
    Moment(milliseconds: clock.milliseconds() + offsetMilliseconds.load(ordering: .relaxed))
  }

  /// Moves the time forward (or back) from where it is; false, and not at all, where it would leave what dates can say.
  func advance(seconds: Int) -> Bool {
    let real = clock.milliseconds()
    var offset = offsetMilliseconds.load(ordering: .relaxed)
    while true {
      let (step, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
      let (moved, isTooFar) = offset.addingReportingOverflow(step)
      let (now, isOutside) = real.addingReportingOverflow(moved)
      guard !isTooLong, !isTooFar, !isOutside,
        (Moment.distantPast...Moment.distantFuture).contains(Moment(milliseconds: now))
      else { return false }
      let (exchanged, current) = offsetMilliseconds.compareExchange(
        expected: offset, desired: moved, ordering: .relaxed)
      if exchanged { return true }
      offset = current
    }
  }

  /// Back to the time of the clock.
  func reset() {
    offsetMilliseconds.store(0, ordering: .relaxed)
  }
}
