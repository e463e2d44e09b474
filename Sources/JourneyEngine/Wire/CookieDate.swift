/// Dates of cookies, in whatever form servers write them.
///
/// - Source: RFC 6265, 5.1.1: the text is cut into words, and the first word that fits is taken for the time, the day, the
///   month and the year. So `Wed, 21 Oct 2099 07:28:00 GMT`, `Wednesday, 21-Oct-99 07:28:00 GMT` and
///   `Wed Oct 21 07:28:00 2099` are all read. Always UTC.
enum CookieDate {
  /// Seconds since 1970, nil for what is no date.
  static func seconds(_ text: String) -> Double? {
    var time: (Int, Int, Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for word in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = clock(word) {
        time = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = monthNumber(word) {
        month = found
      } else if year == nil, let found = number(word, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let time, let day, let month, let year, (1...31).contains(day), year >= 1601 else { return nil }
    guard time.0 <= 23, time.1 <= 59, time.2 <= 59 else { return nil }
    return Double(daysSince1970(year, month, day) * 86_400 + time.0 * 3600 + time.1 * 60 + time.2)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func clock(_ word: Substring.UTF8View) -> (Int, Int, Int)? {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
      let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  /// A number at the start of the word; what follows must not be a digit.
  private static func number(_ word: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let head = word.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.contains(head.count) else { return nil }
    return head.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func monthNumber(_ word: Substring.UTF8View) -> Int? {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    let head = word.prefix(3).map { $0 | 0x20 }
    return names.firstIndex { $0.utf8.elementsEqual(head) }.map { $0 + 1 }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
