/// A point in time in whole milliseconds since 1970, UTC: all that the sandbox reckons with.
struct Moment: Comparable, Hashable, Sendable {
  var milliseconds: Int

  /// Whole seconds since 1970, as JWT claims have them (RFC 7519 2).
  var seconds: Int { milliseconds / 1000 }

  func adding(seconds: Int) -> Moment {
    let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflowed else { return seconds < 0 ? .distantPast : .distantFuture }
    let (sum, tooFar) = milliseconds.addingReportingOverflow(product)
    return tooFar ? (seconds < 0 ? .distantPast : .distantFuture) : Moment(milliseconds: sum)
  }

  func adding(minutes: Int) -> Moment {
    let (seconds, overflowed) = minutes.multipliedReportingOverflow(by: 60)
    return overflowed ? (minutes < 0 ? .distantPast : .distantFuture) : adding(seconds: seconds)
  }

  /// The start of year 1, and the end of year 9999: what is further off is as good as for ever.
  static let distantPast = Moment(milliseconds: -62_135_596_800_000)
  static let distantFuture = Moment(milliseconds: 253_402_300_799_000)

  static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

  /// As AM writes times: `2026-02-21T14:31:18Z`, whole seconds (am-protocol 6.2).
  var text: String {
    let clamped = min(max(milliseconds, Moment.distantPast.milliseconds), Moment.distantFuture.milliseconds)
    let second = Int((Double(clamped) / 1000).rounded(.down))
    let day = Int((Double(second) / 86400).rounded(.down))
    let rest = second - day * 86400
    let (year, month, dayOfMonth) = Moment.civil(day)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T" + padded(rest / 3600, 2) + ":"
      + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  /// Year, month and day of a day number since 1970 in the proleptic Gregorian calendar, reckoned in eras of 400 years that begin
  /// on the first of March, so that the leap day is the last of its year.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
