import JSON

/// What is wrong in a document, and where.
struct DocumentFault: Error, Equatable, CustomStringConvertible {
  /// The place, for example `users[2].mail`; empty for the document as a whole.
  var place: String
  var message: String

  var description: String { place.isEmpty ? message : place + ": " + message }
}

/// A value in a JSON document that a person wrote (a file, the body of a control request), with its place, so that what is wrong can be said
/// in one line.
struct DocumentValue {
  let json: JSON
  let place: String

  /// The whole document. A name that is in one object twice is a fault: only one of its values could count.
  init(_ document: JSON) throws(DocumentFault) {
    self.init(document, at: "")
    try refuseDoubles()
  }

  private init(_ json: JSON, at place: String) {
    self.json = json
    self.place = place
  }

  func fault(_ message: String) -> DocumentFault { DocumentFault(place: place, message: message) }

  // MARK: What is within

  /// The members of an object.
  func members() throws(DocumentFault) -> [(name: String, value: DocumentValue)] {
    guard let object = json.object else { throw wanted("an object") }
    return object.members.map { ($0.name, DocumentValue($0.value, at: place(of: $0.name))) }
  }

  /// The members of an object that may have these and no others.
  func members(_ known: [String]) throws(DocumentFault) -> [(name: String, value: DocumentValue)] {
    let members = try members()
    for member in members where !known.contains(member.name) {
      throw fault(
        "it has no member \"\(member.name.onOneLine(limit: 60))\"; there are \(known.joined(separator: ", "))")
    }
    return members
  }

  /// A member that may be left out.
  subscript(name: String) -> DocumentValue? { json[name].map { DocumentValue($0, at: place(of: name)) } }

  /// A member that has to be there.
  func required(_ name: String) throws(DocumentFault) -> DocumentValue {
    guard let value = self[name] else { throw fault("it has no \"\(name)\"") }
    return value
  }

  /// The elements of an array.
  func elements() throws(DocumentFault) -> [DocumentValue] {
    guard let array = json.array else { throw wanted("an array") }
    return array.enumerated().map { DocumentValue($1, at: "\(place)[\($0)]") }
  }

  // MARK: What it is

  /// A text, which may be empty.
  func text() throws(DocumentFault) -> String {
    guard let text = json.string else { throw wanted("a text") }
    return text
  }

  /// A text that is something and stays on one line.
  func line() throws(DocumentFault) -> String {
    let text = try text()
    guard !text.isEmpty else { throw fault("a text is wanted that is not empty") }
    guard text.onOneLine() == text else { throw fault("it holds a line break or another control character") }
    return text
  }

  /// A text that the value of a header can be: visible ASCII, with blanks within.
  func headerValue() throws(DocumentFault) -> String {
    let text = try line()
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.first != " ", text.last != " " else {
      throw fault("a header takes printable ASCII without blanks around it")
    }
    return text
  }

  func flag() throws(DocumentFault) -> Bool {
    guard let flag = json.bool else { throw wanted("true or false") }
    return flag
  }

  func integer(_ range: ClosedRange<Int>) throws(DocumentFault) -> Int {
    guard let number = json.integer, range.contains(number) else {
      throw wanted("a whole number \(DocumentValue.words(for: range))")
    }
    return number
  }

  static func words(for range: ClosedRange<Int>) -> String {
    range.upperBound == .max ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
  }

  /// The fault of a value that is something else than what is wanted.
  func wanted(_ what: String) -> DocumentFault {
    let isValue = json.integer.map { "not \($0)" }
    let found =
      switch json {
      case .null: "not null; what has no value is left out"
      case .bool(let value): "not \(value)"
      case .number: isValue ?? "not that number"
      case .string: "not a text"
      case .array: "not an array"
      case .object: "not an object"
      }
    return fault("\(what) is wanted, \(found)")
  }

  // MARK: Places

  private func place(of name: String) -> String {
    let isWord =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-_$".utf8.contains(byte)
      }
    guard isWord else { return "\(place)[\"\(name.onOneLine(limit: 60))\"]" }
    return place.isEmpty ? name : place + "." + name
  }

  private func refuseDoubles() throws(DocumentFault) {
    switch json {
    case .object:
      var names: Set<[UInt8]> = []
      for member in try members() {
        guard names.insert(Array(member.name.utf8)).inserted else { throw member.value.fault("it is there twice") }
        try member.value.refuseDoubles()
      }
    case .array:
      for element in try elements() { try element.refuseDoubles() }
    case .null, .bool, .number, .string: break
    }
  }
}
