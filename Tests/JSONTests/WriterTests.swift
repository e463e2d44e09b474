import JSON
import Testing

struct WriterTests {
  @Test(arguments: [
    #"{"authId":"eyJ0","callbacks":[{"type":"NameCallback","output":[{"name":"prompt","value":"User Name"}],"_id":0}]}"#,
    #"[12345678901234567890,1.0,1e2,-0,0.10000000000000001]"#,
    #"{"":{"":[[],{},"",null,true,false]}}"#,
    #""\u0000\u0001\b\t\n\u000b\f\r\u001f""#,
    "\"\u{7f}\u{2028}\u{2029}/<>&'é€🔑\u{ffff}\"",
    #""\"\\""#,
  ])
  func `a compact document goes out as it came in`(_ text: String) throws {
    let document = try JSON(parsing: text)
    #expect(document.text() == text)
    #expect(document.bytes() == Array(text.utf8))
  }

  @Test func `only what must be escaped is escaped`() {
    for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
      let written = JSON.string(String(scalar)).bytes()
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      #expect((written != quoted(Array(String(scalar).utf8))) == mustEscape)
    }
  }

  @Test func `pretty text has a line for each member and element`() throws {
    let document: JSON = ["a": [1, [], [:]], "b": ["c": "d"], "e": []]
    let expected = """
      {
        "a": [
          1,
          [],
          {}
        ],
        "b": {
          "c": "d"
        },
        "e": []
      }
      """
    #expect(document.text(.pretty) == expected)
    #expect(try JSON(parsing: document.text(.pretty)) == document)
    #expect((7 as JSON).text(.pretty) == "7")
  }

  @Test func `sorted text has its names in the order of their bytes, at each level`() {
    let document: JSON = ["b": 1, "a": ["z": 1, "y": [["q": 1, "p": 2]]], "é": 3, "Z": 4, "": 5, "aa": 6]
    #expect(document.text(.sorted) == #"{"":5,"Z":4,"a":{"y":[{"p":2,"q":1}],"z":1},"aa":6,"b":1,"é":3}"#)
  }

  @Test func `sorting goes by code points past the first plane too, and keeps duplicates in order`() {
    let document: JSON = ["\u{1f600}": 1, "\u{ff5e}": 2, "a": 3, "a": 4]
    #expect(document.text(.sorted) == "{\"a\":3,\"a\":4,\"\u{ff5e}\":2,\"\u{1f600}\":1}")
  }
}
