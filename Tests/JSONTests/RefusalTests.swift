import JSON
import Testing

/// What has to be refused: the categories that JSONTestSuite (Nicolas Seriot) marks with `n`, with cases of our own, and
/// those left to the parser (`i`) that we refuse.
struct RefusalTests {
  static let structures: [Refusal] = [
    Refusal("nothing", "", .unexpectedEnd, 0),
    Refusal("only white space", " \n ", .unexpectedEnd, 3),
    Refusal("a byte order mark", "\u{feff}{}", .byteOrderMark, 0),
    Refusal("half of a byte order mark", bytes: [0xEF, 0xBB, 0x7B, 0x7D], .expectedValue, 0),
    Refusal("UTF-16 in little endian", bytes: [0x5B, 0x00, 0x5D, 0x00], .expectedValue, 1),
    Refusal("UTF-16 with its mark", bytes: [0xFF, 0xFE, 0x5B, 0x00], .expectedValue, 0),
    Refusal("an open array", "[", .unexpectedEnd, 1),
    Refusal("an open array with an element", "[1", .unexpectedEnd, 2),
    Refusal("an open array after a comma", "[1,", .unexpectedEnd, 3),
    Refusal("a comma at the end of an array", "[1,]", .expectedValue, 3),
    Refusal("two commas", "[1,,2]", .expectedValue, 3),
    Refusal("a comma first", "[,1]", .expectedValue, 1),
    Refusal("only a comma", "[,]", .expectedValue, 1),
    Refusal("no comma", "[1 2]", .expectedComma, 3),
    Refusal("a colon for a comma", "[\"a\":1]", .expectedComma, 4),
    Refusal("the wrong bracket", "[1}", .expectedComma, 2),
    Refusal("a bracket too many", "[1]]", .trailingText, 3),
    Refusal("a second value", "1 2", .trailingText, 2),
    Refusal("a comma after the document", "[],", .trailingText, 2),
    Refusal("a comment", "[1/**/]", .expectedComma, 2),
    Refusal("a comment after the document", "{}//", .trailingText, 2),
    Refusal("an open object", "{", .unexpectedEnd, 1),
    Refusal("a name alone", "{\"a\"}", .expectedColon, 4),
    Refusal("a name and the end", "{\"a\"", .unexpectedEnd, 4),
    Refusal("no value", "{\"a\":}", .expectedValue, 5),
    Refusal("no value before a comma", "{\"a\":,\"b\":1}", .expectedValue, 5),
    Refusal("two colons", "{\"a\"::1}", .expectedValue, 5),
    Refusal("a comma for a colon", "{\"a\",1}", .expectedColon, 4),
    Refusal("a comma at the end of an object", "{\"a\":1,}", .expectedName, 7),
    Refusal("a name without quotes", "{a:1}", .expectedName, 1),
    Refusal("a name in single quotes", "{'a':1}", .expectedName, 1),
    Refusal("a number for a name", "{1:1}", .expectedName, 1),
    Refusal("null for a name", "{null:1}", .expectedName, 1),
    Refusal("an object's end in an array", "[{\"a\":1]", .expectedComma, 7),
    Refusal("a form feed as white space", "[\u{c}1]", .expectedValue, 1),
    Refusal("a no-break space as white space", "[\u{a0}1]", .expectedValue, 1),
    Refusal("a word joiner", "[\u{2060}]", .expectedValue, 1),
    Refusal("a zero byte in an array", bytes: [0x5B, 0x00, 0x5D], .expectedValue, 1),
    Refusal("a zero byte after the document", bytes: [0x5B, 0x5D, 0x00], .trailingText, 2),
    Refusal("a capital word", "True", .expectedValue, 0),
    Refusal("half a word", "[tru]", .expectedValue, 1),
    Refusal("half a word and the end", "nul", .unexpectedEnd, 3),
    Refusal("a word with a tail", "nulll", .trailingText, 4),
    Refusal("undefined", "undefined", .expectedValue, 0),
    Refusal("a string in single quotes", "['a']", .expectedValue, 1),
    Refusal("a star", "*", .expectedValue, 0),
    Refusal("markup", "<html>", .expectedValue, 0),
  ]

  static let numbers: [Refusal] = [
    Refusal("a zero in front", "01", .invalidNumber, 1),
    Refusal("a negative zero in front", "-012", .invalidNumber, 2),
    Refusal("two zeros", "[00]", .invalidNumber, 2),
    Refusal("a plus", "+1", .expectedValue, 0),
    Refusal("a minus alone", "[-]", .invalidNumber, 2),
    Refusal("a minus and the end", "-", .unexpectedEnd, 1),
    Refusal("two minuses", "--1", .invalidNumber, 1),
    Refusal("a minus and a space", "- 1", .invalidNumber, 1),
    Refusal("a point first", ".5", .expectedValue, 0),
    Refusal("a minus and a point", "-.5", .invalidNumber, 1),
    Refusal("a point last", "[1.]", .invalidNumber, 3),
    Refusal("a point and an exponent", "1.e1", .invalidNumber, 2),
    Refusal("two points", "[1.2.3]", .expectedComma, 4),
    Refusal("an empty exponent", "[1e]", .invalidNumber, 3),
    Refusal("an exponent with a sign alone", "[1e+]", .invalidNumber, 4),
    Refusal("an exponent with a point", "[1e1.5]", .expectedComma, 4),
    Refusal("two exponents", "[1e1e1]", .expectedComma, 4),
    Refusal("hexadecimal", "0x1F", .trailingText, 1),
    Refusal("not a number", "NaN", .expectedValue, 0),
    Refusal("infinity", "Infinity", .expectedValue, 0),
    Refusal("negative infinity", "-Infinity", .invalidNumber, 1),
    Refusal("a letter behind", "[1a]", .expectedComma, 2),
    Refusal("digits apart", "[1 000]", .expectedComma, 3),
    Refusal("full-width digits", "\u{ff11}", .expectedValue, 0),
    Refusal("a formula", "1+2", .trailingText, 1),
  ]

  static let strings: [Refusal] = [
    Refusal("an open string", "\"abc", .unexpectedEnd, 4),
    Refusal("a quote alone", "\"", .unexpectedEnd, 1),
    Refusal("a backslash at the end", "\"\\", .unexpectedEnd, 2),
    Refusal("an escaped quote at the end", #"["\"]"#, .unexpectedEnd, 5),
    Refusal("an unknown escape", #""a\x41""#, .invalidEscape, 2),
    Refusal("an escape in capitals", #""\N""#, .invalidEscape, 1),
    Refusal("an escaped zero byte", bytes: quoted([0x5C, 0x00]), .invalidEscape, 1),
    Refusal("an escaped emoji", "\"\\\u{1f300}\"", .invalidEscape, 1),
    Refusal("too few hexadecimal digits", #""\u00A""#, .invalidEscape, 1),
    Refusal("no hexadecimal digits", #""\u""#, .invalidEscape, 1),
    Refusal("hexadecimal digits cut off", #""\u00"#, .unexpectedEnd, 5),
    Refusal("a wrong hexadecimal digit", #""\u00g0""#, .invalidEscape, 1),
    Refusal("a line feed", "\"a\nb\"", .controlCharacter, 2),
    Refusal("a tab", "\"\t\"", .controlCharacter, 1),
    Refusal("a zero byte", "\"\u{0}\"", .controlCharacter, 1),
    Refusal("the last control character", "\"\u{1f}\"", .controlCharacter, 1),
    Refusal("a control character in a name", "{\"\r\":1}", .controlCharacter, 2),
    Refusal("the first half of a pair", #""\ud83d""#, .loneSurrogate, 1),
    Refusal("the first half and a letter", #""\ud83dx""#, .loneSurrogate, 1),
    Refusal("the first half and another escape", #""\ud83d\n""#, .loneSurrogate, 1),
    Refusal("the first half twice", #""\ud83d\ud83d""#, .loneSurrogate, 1),
    Refusal("the first half and a character", #""\uD888\u1234""#, .loneSurrogate, 1),
    Refusal("the second half", #""ab\udc00""#, .loneSurrogate, 3),
    Refusal("a pair turned round", #""\ude00\ud83d""#, .loneSurrogate, 1),
    Refusal("a second half in a name", #"{"\udfaa":0}"#, .loneSurrogate, 2),
    Refusal("the second half with too few digits", #""\ud83d\ude0""#, .invalidEscape, 7),
    Refusal("the first half and the end", #""\ud83d"#, .loneSurrogate, 1),
  ]

  static let encodings: [Refusal] = [
    Refusal("a lone continuation byte", bytes: quoted([0x80]), .invalidUTF8, 1),
    Refusal("Latin 1", bytes: quoted([0x61, 0xE9]), .invalidUTF8, 2),
    Refusal("too long a form of two bytes", bytes: quoted([0xC0, 0xAF]), .invalidUTF8, 1),
    Refusal("too long a form in C1", bytes: quoted([0xC1, 0xBF]), .invalidUTF8, 1),
    Refusal("too long a form of three bytes", bytes: quoted([0xE0, 0x9F, 0xBF]), .invalidUTF8, 1),
    Refusal("too long a form of four bytes", bytes: quoted([0xF0, 0x8F, 0xBF, 0xBF]), .invalidUTF8, 1),
    Refusal("a surrogate in UTF-8", bytes: quoted([0xED, 0xA0, 0x80]), .invalidUTF8, 1),
    Refusal("past the last code point", bytes: quoted([0xF4, 0x90, 0x80, 0x80]), .invalidUTF8, 1),
    Refusal("a first byte that never is", bytes: quoted([0xF5, 0x80, 0x80, 0x80]), .invalidUTF8, 1),
    Refusal("0xFF", bytes: quoted([0xFF]), .invalidUTF8, 1),
    Refusal("two bytes cut off by the quote", bytes: quoted([0xC3]), .invalidUTF8, 1),
    Refusal("three bytes cut off by the quote", bytes: quoted([0xE2, 0x82]), .invalidUTF8, 1),
    Refusal("four bytes cut off by the quote", bytes: quoted([0xF0, 0x9F, 0x98]), .invalidUTF8, 1),
    Refusal("four bytes cut off by the end", bytes: [0x22, 0xF0, 0x9F, 0x98], .invalidUTF8, 1),
    Refusal("a first byte at the end", bytes: [0x22, 0xE2], .invalidUTF8, 1),
    Refusal("bytes that are not UTF-8 outside of strings", bytes: [0x5B, 0xE9, 0x5D], .expectedValue, 1),
    Refusal("a bad byte in a name", bytes: [0x7B] + quoted([0xE9]) + [0x3A, 0x30, 0x7D], .invalidUTF8, 2),
  ]

  @Test(arguments: structures + numbers + strings + encodings)
  func `what RFC 8259 does not allow is refused where it stands`(_ refusal: Refusal) {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: refusal.sample.bytes) }
    #expect(error?.kind == refusal.kind)
    #expect(error?.offset == refusal.offset)
  }

  @Test(arguments: numbers)
  func `a text that is no number makes no number`(_ refusal: Refusal) {
    #expect(JSON.Number(text: String(decoding: refusal.sample.bytes, as: UTF8.self)) == nil)
  }

  @Test(arguments: ["", " 1", "1 ", "1\n", "null", "\"1\"", "1,", "１"])
  func `a number has nothing around it`(_ text: String) {
    #expect(JSON.Number(text: text) == nil)
  }

  @Test func `every document cut off anywhere is refused`() throws {
    let document = Array(#"{"a":[1.5e2,"é\ud83d\ude00\n",true],"b":{"c":null}}"#.utf8)
    #expect(throws: Never.self) { try JSON(parsing: document) }
    for length in 0..<document.count {
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: Array(document[..<length])) }
    }
  }
}
