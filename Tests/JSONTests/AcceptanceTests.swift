import JSON
import Testing

/// What has to be accepted: the categories that JSONTestSuite (Nicolas Seriot) marks with `y`, with cases of our own.
struct AcceptanceTests {
  static let accepted: [(Sample, JSON)] = [
    (Sample("an empty array", "[]"), []),
    (Sample("an empty object", "{}"), [:]),
    (Sample("an empty string", #""""#), ""),
    (Sample("a lonely null", "null"), .null),
    (Sample("a lonely true", "true"), true),
    (Sample("a lonely false", "false"), false),
    (Sample("a lonely number", "42"), 42),
    (Sample("a lonely negative number", "-7"), -7),
    (Sample("a lonely string", #""solo""#), "solo"),
    (Sample("white space of all four kinds", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n"), [1, 2]),
    (Sample("white space within an object", "{ \"a\" \n:\t1\r, \"b\" : 2 }"), ["a": 1, "b": 2]),
    (Sample("an array of every type", #"[null,true,false,1,"s",[],{}]"#), [.null, true, false, 1, "s", [], [:]]),
    (Sample("nested arrays", "[[[[]]]]"), [[[[]]]]),
    (Sample("an empty name", #"{"":0}"#), ["": 0]),
    (Sample("names with escapes", #"{"\u0061\n":1}"#), ["a\n": 1]),
    (Sample("every short escape", #""\"\\\/\b\f\n\r\t""#), "\"\\/\u{8}\u{c}\n\r\t"),
    (Sample("escaped control characters", #""\u0000\u001f\u007f""#), "\u{0}\u{1f}\u{7f}"),
    (Sample("hexadecimal digits in both cases", #""\u00e9\u00E9""#), "\u{e9}\u{e9}"),
    (Sample("an escaped backslash before u", #""\\u0061""#), #"\u0061"#),
    (Sample("a surrogate pair", #""\ud83d\ude00""#), "\u{1f600}"),
    (Sample("the last code point by surrogates", #""\uDBFF\uDFFF""#), "\u{10ffff}"),
    (Sample("the first code point past the plane", #""\uD800\uDC00""#), "\u{10000}"),
    (Sample("a pair between letters", #""a\ud834\udd1eb""#), "a\u{1d11e}b"),
    (
      Sample("noncharacters", #""\uFFFF\uFDD0""#),
      .string(String(decoding: [0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90], as: UTF8.self))
    ),
    (Sample("an escaped byte order mark", #""\uFEFF""#), "\u{feff}"),
    (Sample("DEL as it is", "\"\u{7f}\""), "\u{7f}"),
    (Sample("U+2028 and U+2029 as they are", "\"\u{2028}\u{2029}\""), "\u{2028}\u{2029}"),
    (Sample("UTF-8 of two, three and four bytes", "\"\u{e9}\u{20ac}\u{1f511}\""), "\u{e9}\u{20ac}\u{1f511}"),
    (
      Sample("edges of UTF-8", "\"\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}\""),
      "\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}"
    ),
    (Sample("UTF-8 together with escapes", #""é\té€\u20ac🔑\/""#), "é\té€€🔑/"),
    (Sample("brackets and commas in a string", #""[,]{:}//""#), "[,]{:}//"),
    (
      Sample("a long string", "\"" + String(repeating: "long ", count: 5000) + "\""),
      .string(String(repeating: "long ", count: 5000))
    ),
  ]

  @Test(arguments: accepted)
  func `what RFC 8259 allows is read as what it means`(_ sample: Sample, _ meaning: JSON) throws {
    #expect(try JSON(parsing: sample.bytes) == meaning)
    #expect(try JSON(parsing: String(decoding: sample.bytes, as: UTF8.self)) == meaning)
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "1.0", "0.5", "-0.0", "1e2", "1E2", "1e+2", "1E-2", "0e1", "0.1e1", "-1.5e-10",
    "123.456e78",
    "12345678901234567890", "-9223372036854775809", "0.10000000000000000000000000000000001",
    // JSONTestSuite leaves these to the parser; the text is kept, so none is too large.
    "1e400", "-1e400", "1e-400", "0.4e00669999999999999999999999999999999999999999999999999969999999006",
    "100000000000000000000000000000000000000000000000000",
  ])
  func `a number keeps the text that it was written with`(_ text: String) throws {
    let value = try JSON(parsing: text)
    guard case .number(let number) = value else {
      Issue.record("\(text) was not read as a number")
      return
    }
    #expect(number.text == text)
    #expect(value.text() == text)
    #expect(try JSON(parsing: "[\(text),{\"n\": \(text) }]").text() == "[\(text),{\"n\":\(text)}]")
    #expect(JSON.Number(text: text)?.text == text)
  }
}
