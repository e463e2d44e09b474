import JSON
import Testing

@testable import JourneySandbox

/// What a users file may hold, and what is said of one that cannot be used.
struct UsersFileTests {
  private func seeds(_ text: String) throws -> [UserSeed] {
    var seeds: [UserSeed] = []
    try TemporaryFile.with(text) { seeds = try UsersFile.seeds($0) }
    return seeds
  }

  private func user(_ members: String) throws -> UserSeed {
    try #require(try seeds(#"{"users":[{"username":"a",\#(members)}]}"#).last)
  }

  private func refused(_ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try TemporaryFile.with(text) { path in
      let error = #expect(throws: SandboxError.self, sourceLocation: sourceLocation) { _ = try UsersFile.seeds(path) }
      #expect(error?.file == path, sourceLocation: sourceLocation)
      let said = error?.description ?? ""
      #expect(said.hasPrefix(path + ": " + message), "\(said)", sourceLocation: sourceLocation)
      #expect(!said.unicodeScalars.contains { $0.value < 0x20 }, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("{\n\"users\":[}", "is not JSON: line 2, column 10: "), ("", "is not JSON: line 1"),
    ("[]", "an object is wanted, not an array"),
    (#"{"user":[]}"#, "it has no member \"user\"; there are users"), ("{}", "it has no \"users\""),
    (#"{"users":{}}"#, "users: an array is wanted, not an object"),
    (#"{"users":[5]}"#, "users[0]: an object is wanted, not 5"),
    (#"{"users":[],"users":[]}"#, "users: it is there twice"),
    (#"{"users":[null]}"#, "users[0]: an object is wanted, not null"),
  ])
  func `a file of another shape is refused`(text: String, message: String) throws { try refused(text, message) }

  @Test(arguments: [
    (#"{"password":"x"}"#, "users[0]: it has no \"username\""),
    (#"{"username":""}"#, "users[0].username: a text is wanted that is not empty"),
    (#"{"username":null}"#, "users[0].username: a text is wanted, not null"),
    (#"{"username":7}"#, "users[0].username: a text is wanted, not 7"),
    (#"{"username":"a\nb"}"#, "users[0].username: it holds a line break"),
    (#"{"username":"a\u001b[2J"}"#, "users[0].username: it holds a line break or another control character"),
    (#"{"username":"a\u2028b"}"#, "users[0].username: it holds a line break"),
    (#"{"username":" a"}"#, "users[0].username: a name begins and ends with no blank"),
    (#"{"username":"a","userName":"b"}"#, "users[0].userName: it is another name than users[0].username"),
    (#"{"username":"a","uid":["b"]}"#, "users[0].uid: it is another name"),
    (#"{"username":"a"},{"username":"A"}"#, "users[1]: the name A is that of users[0] already"),
    (#"{"username":"a","_id":"1"},{"username":"b","_id":"1"}"#, "users[1]: the _id 1 is that of users[0]"),
    (#"{"username":"a","username":"b"}"#, "users[0].username: it is there twice"),
  ])
  func `names are there, once, and on one line`(users: String, message: String) throws {
    try refused(#"{"users":[\#(users)]}"#, message)
  }

  @Test(arguments: [
    (#""password":5"#, "password: a text is wanted, not 5"), (#""password":"""#, "password: it is empty"),
    (#""password":null"#, "password: a text is wanted, not null"), (#""mail":5"#, "mail: a text is wanted, not 5"),
    (#""mail":["a@b.example","c@d.example"]"#, "mail: one value is wanted, not 2"),
    (#""mail":[]"#, "mail: one value is wanted, not 0"),
    (#""mail":[5]"#, "mail[0]: a text is wanted, not 5"), (#""mail":"a\r\nBcc: b""#, "mail: it holds a line break"),
    (#""sn":null"#, "sn: a text is wanted, not null"),
    (#""givenName":"""#, "givenName: a text is wanted that is not empty"),
    (#""cn":{}"#, "cn: a text is wanted, not an object"), (#""age":"old""#, "age: a number is wanted, not a text"),
    (#""active":"no""#, "active: true or false is wanted, not a text"),
    (#""active":true,"accountStatus":"inactive""#, "accountStatus: it says something else than users[0].active"),
    (#""accountStatus":"maybe""#, "accountStatus: \"active\" or \"inactive\" is wanted"),
    (#""mustChangePassword":1"#, "mustChangePassword: true or false is wanted, not 1"),
    (#""passwordExpired":[]"#, "passwordExpired: true or false"),
    (#""_id":"""#, "_id: a text is wanted that is not empty"),
    (#""Password":"x""#, "Password: it is written \"password\""),
    (#""kbainfo":[]"#, "kbainfo: it is written \"kbaInfo\""),
    (#""kbaInfo":{}"#, "kbaInfo: an array is wanted, not an object"),
    (#""kbaInfo":["x"]"#, "kbaInfo[0]: an object is wanted"),
    (#""kbaInfo":[{"answer":"x"}]"#, "kbaInfo[0]: either \"questionId\" or \"customQuestion\" is wanted"),
    (#""kbaInfo":[{"questionId":"1","customQuestion":"q","answer":"x"}]"#, "kbaInfo[0]: either"),
    (#""kbaInfo":[{"questionId":"1"}]"#, "kbaInfo[0]: it has no \"answer\""),
    (#""kbaInfo":[{"questionId":1,"answer":"x"}]"#, "kbaInfo[0].questionId: a text is wanted, not 1"),
    (#""kbaInfo":[{"questionId":"1","answer":{"$crypto":{}}}]"#, "kbaInfo[0].answer: a text is wanted, not an object"),
    (#""kbaInfo":[{"question":"1","answer":"x"}]"#, "kbaInfo[0]: it has no member \"question\""),
    (#""aliasList":"x""#, "aliasList: an array is wanted"),
    (#""aliasList":[1]"#, "aliasList[0]: a text is wanted, not 1"),
    (#""preferences":5"#, "preferences: an object is wanted, not 5"),
    (#""preferences":{"updates":"yes"}"#, "preferences.updates: true or false is wanted, not a text"),
    (#""preferences":{"marketing":true,"marketing":false}"#, "preferences.marketing: it is there twice"),
    (#""fr-attr-istr1":null"#, "fr-attr-istr1: a value is wanted, not null"),
    (#""custom":{"a b":[1,null]}"#, "custom[\"a b\"][1]: a value is wanted, not null"),
  ])
  func `a member of the wrong kind is refused with its place`(members: String, message: String) throws {
    try refused(#"{"users":[{"username":"a",\#(members)}]}"#, "users[0]." + message)
  }

  @Test func `attributes of a tenant's own are taken as they are`() throws {
    let seed = try user(
      #""fr-attr-istr1":"x","fr-attr-imulti1":["a","b"],"custom_number":1.50,"custom_flag":false,"address":{"lines":["1"]},"empty":"","roles":[{"_ref":"r"}]"#
    )
    #expect(seed.attributes["fr-attr-istr1"] == "x")
    #expect(seed.attributes["fr-attr-imulti1"] == ["a", "b"])
    #expect(seed.attributes["custom_number"]?.double == 1.5)
    #expect(seed.attributes["address"]?["lines"]?[0] == "1")
    #expect(seed.attributes["empty"] == "")
    #expect(seed.attributes["roles"]?[0]?["_ref"] == "r")
  }

  @Test func `what AM writes as an array of one is one value`() throws {
    let seed = try user(
      #""uid":["a"],"mail":["a@example.org"],"sn":["B"],"inetUserStatus":["Inactive"],"preferences":{"updates":[true]}"#
    )
    #expect(seed.attributes["mail"] == "a@example.org")
    #expect(seed.attributes["sn"] == "B")
    #expect(seed.attributes["preferences"]?["updates"] == true)
    #expect(!seed.isActive)
    #expect(seed.attributes["uid"] == nil)
  }

  @Test func `what is more than an attribute is read as that`() throws {
    let seed = try user(
      #""_id":"7","password":"p","mustChangePassword":true,"passwordExpired":true,"kbaInfo":[{"questionId":"1","answer":"x"}],"aliasList":["google-1"]"#
    )
    #expect(
      seed.id == "7" && seed.password == "p" && seed.mustChangePassword && seed.isPasswordExpired && seed.isActive)
    #expect(seed.securityAnswers == [["questionId": "1", "answer": "x"]])
    #expect(seed.aliases == ["google-1"])
    #expect(seed.attributes == ["userName": "a"])
  }

  @Test func `demo stays unless it is in the file, however it is written`() throws {
    #expect(try seeds(#"{"users":[]}"#).map(\.name) == ["demo"])
    #expect(try seeds("\u{FEFF}" + #"{"users":[{"userName":"Demo"}]}"#).map(\.name) == ["Demo"])
  }

  @Test func `a folder, a file without rights and an endless one are said`() {
    for (path, message) in [
      ("/", "it is a folder"), ("/dev/zero", "is larger than 64 MiB"), ("/nosuch/x", "there is no such file"),
    ] {
      let error = #expect(throws: SandboxError.self) { _ = try UsersFile.seeds(path) }
      #expect(error?.description == "\(path): \(message)")
    }
  }
}
