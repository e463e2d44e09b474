import JSON
import Testing

struct ValueTests {
  @Test func `names are told apart by their bytes`() throws {
    let document = try JSON(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(document["\u{e9}"] == 1)
    #expect(document["e\u{301}"] == 2)
    #expect(document.object?.members.count == 2)
  }

  @Test func `equality and hash go by bytes of strings and text of numbers`() {
    #expect(JSON.string("\u{e9}") != JSON.string("e\u{301}"))
    #expect(Set<JSON>([.string("\u{e9}"), .string("e\u{301}"), .string("\u{e9}")]).count == 2)
    #expect(JSON.Object.Member(name: "\u{e9}", value: 1) != JSON.Object.Member(name: "e\u{301}", value: 1))
    #expect(JSON.Number(text: "1.0") != JSON.Number(text: "1"))
    #expect((["a": 1, "b": 2] as JSON) != ["b": 2, "a": 1])
    let everything: [JSON] = [.null, true, false, 0, "", [], [:], "0", [0], ["a": 0]]
    #expect(Set(everything).count == everything.count)
  }

  @Test func `duplicates are kept in order, and the last one is found`() throws {
    let text = #"{"a":1,"b":2,"a":3}"#
    let document = try JSON(parsing: text)
    #expect(document["a"] == 3)
    #expect(document.text() == text)
  }

  @Test func `setting replaces the last one in place, nil removes all, a new name comes last`() throws {
    var object = try #require(try JSON(parsing: #"{"a":1,"b":2,"a":3,"c":4}"#).object)
    object["a"] = "new"
    object["d"] = .null
    #expect(JSON.object(object).text() == #"{"a":1,"b":2,"a":"new","c":4,"d":null}"#)
    object["a"] = nil
    #expect(JSON.object(object).text() == #"{"b":2,"c":4,"d":null}"#)
    object["none"] = nil
    #expect(object.members.count == 3)
  }

  @Test func `a view of another type is nil`() {
    let values: [JSON] = [.null, true, 1, "1", [1], ["a": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.integer) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.double) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "1", nil, nil])
    #expect(values.map(\.array) == [nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.object) == [nil, nil, nil, nil, nil, ["a": 1]])
    #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, 1])
    #expect(values.map { $0[0] } == [nil, nil, nil, nil, 1, nil])
  }

  @Test func `an element out of range is nil`() {
    let array: JSON = ["a", "b"]
    #expect(array[1] == "b")
    #expect(array[2] == nil)
    #expect(array[-1] == nil)
  }

  @Test func `literals say what they look like`() {
    let value: JSON = ["n": .null, "t": true, "i": -1, "d": 0.5, "s": "x", "a": [1, "2"], "o": [:]]
    #expect(value.text() == #"{"n":null,"t":true,"i":-1,"d":0.5,"s":"x","a":[1,"2"],"o":{}}"#)
    let object: JSON.Object = ["a": 1, "a": 2]
    #expect(object.members.map(\.value) == [1, 2])
    #expect(JSON.Object().isEmpty)
  }
}
