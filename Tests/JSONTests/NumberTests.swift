import JSON
import Testing

struct NumberTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("1.0", 1), ("-1.000", -1), ("1e2", 100), ("1E+2", 100),
    ("100e-2", 1),
    ("12.5e1", 125), ("0.0", 0), ("0e999999999999999999999", 0), ("0.000e-999999999999999999999", 0), ("0.001e3", 1),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9.223372036854775807e18", Int.max),
    ("-9223372036854775808.0", Int.min), ("1e18", 1_000_000_000_000_000_000),
    ("10000000000000000000e-1", 1_000_000_000_000_000_000),
  ])
  func `a whole number is read exactly, however it is written`(_ text: String, _ value: Int) throws {
    #expect(JSON.Number(text: text)?.integer == value)
    #expect(try JSON(parsing: text).integer == value)
  }

  @Test(arguments: [
    "1.5", "0.1", "1e-1", "-0.5e0", "9223372036854775808", "-9223372036854775809", "12345678901234567890", "1e19",
    "1e400",
    "1e99999999999999999999", "-1e99999999999999999999", "1e-99999999999999999999", "9.2233720368547758070001e18",
    "1.5e9223372036854775807", "0.01e-9223372036854775808", "9223372036854775808.0",
  ])
  func `a fraction, or a number past 64 bits, is no integer`(_ text: String) {
    #expect(JSON.Number(text: text) != nil)
    #expect(JSON.Number(text: text)?.integer == nil)
  }

  @Test func `doubles are written in the shortest text that reads back`() throws {
    for value in [0.1, -0.0, 1, 1e16, Double.leastNonzeroMagnitude, 1.7976931348623157e308, 0.1 + 0.2, 1_000_000] {
      let number = try #require(JSON.Number(value))
      #expect(try JSON(parsing: number.text).double == value)
    }
    #expect(JSON.Number(0.1)?.text == "0.1")
    #expect(JSON.Number(Double.infinity) == nil)
    #expect(JSON.Number(-Double.infinity) == nil)
    #expect(JSON.Number(Double.nan) == nil)
  }

  @Test func `a number larger than any double is infinite, the text stays`() throws {
    let value = try JSON(parsing: "-1e400")
    #expect(value.double == -Double.infinity)
    #expect(value.text() == "-1e400")
  }

  @Test func `the smallest and the largest Int go out and in`() throws {
    for value in [Int.min, -1, 0, 1, Int.max] {
      #expect(try JSON(parsing: JSON.number(JSON.Number(value)).text()).integer == value)
    }
  }
}
